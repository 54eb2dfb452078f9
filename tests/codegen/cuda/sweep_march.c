// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=sweep --tile=128x8x16 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep_march.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers \
// RUN:   -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/sweep_march.kasane.cuda.cu
// RUN: %kasane %s --target=opencl --machine=h200 --schedule=sweep --tile=128x8x16 --fp=strict -o-dir %t
// RUN: FileCheck %s --check-prefix=OPENCL < %t/sweep_march.kasane.opencl.c
// Each work-item goes along 16 planes. It holds A of three planes, of which it loads one in each; the others move on.
void heat(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c * (A[k - 1][j][i] + A[k][j - 1][i] + A[k][j][i] + A[k][j + 1][i] + A[k + 1][j][i]);
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: /* one step of loop nest 1; a work-item goes along planes, and keeps what the next ones look at */
// CHECK: _sweep0(
// CHECK: for (int64_t y = y0 + (int64_t)threadIdx.y; y < min(min(y0 + 8, ksn_side_until), ny - 1); y += 8) {
// CHECK-NEXT: if (nx % 4 == 0 && nx * ny % 4 == 0 && z0 < min(min(z0 + 16, ksn_until), nz - 1)) {
// CHECK-NEXT: for (int64_t first = x0 + (int64_t)threadIdx.x * 4;
// CHECK: const int64_t z_first = z0;
// CHECK: *(const float4 *)(A + (A_first_row + first - nx * ny));
// CHECK: A_2_0 = ksn_row.x;
// CHECK: *(const float4 *)(A + (A_first_row + first));
// CHECK: A_3_0 = ksn_row.x;
// CHECK: #pragma unroll 1
// CHECK-NEXT: for (int64_t z = z0; z < min(min(z0 + 16, ksn_until), nz - 1); z += 1) {
// CHECK: const int64_t A_place = ksn_place(A_row + first - nx);
// CHECK: const int64_t A_place_1 = ksn_place(A_place + 2 * nx);
// CHECK: *(const float4 *)(A + (A_row + first + nx * ny));
// CHECK: A_4_0 = ksn_row.x;
// CHECK: B_new_0 = c * (A_2_0 + A_1_0 + A_3_0 + A_5_0 + A_4_0);
// CHECK: *(float4 *)(B + (B_row + first)) = make_float4(B_new_0, B_new_1, B_new_2, B_new_3);
// CHECK: A_2_0 = A_3_0;
// CHECK: A_3_3 = A_4_3;
// CHECK: } else {
// CHECK-NEXT: for (int64_t z = z0;
// OPENCL: #pragma unroll 1
// OPENCL-NEXT: for (long z = z0;
// OPENCL: B_new_0 = c * (A_2_0 + A_1_0 + A_3_0 + A_5_0 + A_4_0);
