// RUN: rm -rf %t && %kasane %s --target=openacc --tile=64x4 -o-dir %t
// RUN: FileCheck %s < %t/colours.kasane.openacc.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/colours.kasane.openacc.c -o %t/colours.o
// The cells of a colour, and no others; the table is read by the host.
void relax(int nx, int ny, int steps, float s[steps], float (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        if ((i + 2 * j) % 5 == 1)
          u[j][i] = 0.5f * (u[j][i - 1] + u[j - 1][i]) + s[t];
}
// CHECK: #pragma acc loop vector
// CHECK-NEXT: for (int64_t x = x0 + ((3 * y + 1 - x0) % 5 + 5) % 5; x < ksn_min(x0 + 64, nx - 1); x += 5) {
// CHECK-NEXT: ksn_told->u[u_row + x] = 0.5f * (ksn_told->u[u_row + x - 1] + ksn_told->u[u_row + x - nx]) + s_now_0;
// CHECK: const float s_now_0 = s_table[(int64_t)((int32_t)t)];
