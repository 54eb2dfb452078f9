// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=overlap --tile=16x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/overlap.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/overlap.kasane.cuda.cu
// The tile lies in shared memory, 17 x 9 cells with its halo; a barrier before each step that reads what others wrote.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK-NOT: ksn_try
// CHECK: ksn_overlap_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: extern __shared__ __align__(16) unsigned char ksn_shared[];
// CHECK-NEXT: float *const B_tile = (float *)(ksn_shared);
// CHECK: y += {{[0-9]+}}) {
// CHECK: B_tile[B_tile_row + x] = B[B_row + x];
// CHECK: __syncthreads();
// CHECK-NEXT: /* step 1 of 2, loop nest 1 */
// CHECK: __syncthreads();
// CHECK-NEXT: /* step 2 of 2, loop nest 1 */
// CHECK: A_next[A_row + x] = c * (B_tile[B_tile_row + x - 1] + B_tile[B_tile_row + x + 17]) / 3.0f;
// CHECK: {"ksn_overlap_{{[0-9a-f]+}}_heat_1_pass2", (const void *)ksn_overlap_{{[0-9a-f]+}}_heat_1_pass2, 624},
// CHECK: .local_bytes = 624,
