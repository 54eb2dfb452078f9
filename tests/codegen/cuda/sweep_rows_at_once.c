// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=sweep --tile=128x4x2 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep_rows_at_once.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/sweep_rows_at_once.kasane.cuda.cu
// RUN: %kasane %s --target=opencl --machine=h200 --schedule=sweep --tile=128x4x2 --fp=strict -o-dir %t
// RUN: FileCheck %s --check-prefix=OPENCL < %t/sweep_rows_at_once.kasane.opencl.c
// Each work-item makes two planes of a tile at once: four planes of A do for both of them. A plane that is left goes by itself.
void heat(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c * (A[k - 1][j][i] + A[k][j][i] + A[k + 1][j][i]);
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: _sweep0(
// CHECK: for (int64_t z_first = z0 + (int64_t)threadIdx.z * 2; z_first < min(min(z0 + 2, ksn_until), nz - 1); z_first += 2) {
// CHECK-NEXT: for (int64_t y = y0 + (int64_t)threadIdx.y;
// CHECK-NEXT: if (nx % 4 == 0 && nx * ny % 4 == 0 && z_first + 2 <= min(min(z0 + 2, ksn_until), nz - 1)) {
// CHECK-NEXT: const int64_t A_first_row = z_first * (nx * ny) + y * nx;
// CHECK: for (int64_t first = x0 + (int64_t)threadIdx.x * 4;
// CHECK: *(const float4 *)(A + (A_first_row + first - nx * ny));
// CHECK: A_1_3 = ksn_row.w;
// CHECK: *(const float4 *)(A + (A_first_row + first));
// CHECK: *(const float4 *)(A + (A_first_row + first + nx * ny));
// CHECK: *(const float4 *)(A + (A_first_row + first + 2 * nx * ny));
// CHECK-NOT: const float4 ksn_row
// CHECK: B_new_0 = c * (A_1_0 + A_2_0 + A_3_0);
// CHECK: B_new2_0 = c * (A_2_0 + A_3_0 + A_4_0);
// CHECK: *(float4 *)(B + (B_first_row + first)) = make_float4(B_new_0, B_new_1, B_new_2, B_new_3);
// CHECK: *(float4 *)(B + (B_first_row + first + nx * ny)) ={{.*}}
// CHECK: } else {
// CHECK-NEXT: for (int64_t z = z_first; z < z_first + 2; z += 1) {
// CHECK: } else {
// CHECK-NEXT: for (int64_t z = z_first; z < min(z_first + 2, min(min(z0 + 2, ksn_until), nz - 1)); z += 1) {
// CHECK-NEXT: const int64_t A_row = z * (nx * ny) + y * nx;
// OPENCL: _sweep0(
// OPENCL: + 2 * nx * ny - ksn_shift_A));
// OPENCL: B_new2_0 = c * (A_2_0 + A_3_0 + A_4_0);
