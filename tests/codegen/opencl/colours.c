// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/colours.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/colours.kasane.opencl.c -o %t/colours.o
// The cells of a colour, and no others; the table is read by the host.
void relax(int nx, int ny, int steps, float s[steps], float (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        if ((i + 2 * j) % 5 == 1)
          u[j][i] = 0.5f * (u[j][i - 1] + u[j - 1][i]) + s[t];
}
// CHECK: for (long x = (max(x0, 1L) + ((3 * y + 1 - max(x0, 1L)) % 5 + 5) % 5) + (long)get_local_id(0) * 5;
// CHECK-NEXT: x < min(x0 + 64, nx - 1); x += 160) {
// CHECK-NEXT: u[u_row + x - ksn_shift_u] = 0.5f * (u[u_row + x - 1 - ksn_shift_u] + u[u_row + x - nx - ksn_shift_u]) +
// CHECK-NEXT: s_now_0;
// CHECK: const float s_now_0 = s_table[(int64_t)((int32_t)t)];
