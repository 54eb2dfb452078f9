// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=overlap --tile=16x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/overlap.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/overlap.kasane.opencl.c -o %t/overlap.o
// The tile lies in local memory, 17 x 9 cells with its halo; a barrier before each step that reads what others wrote.
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
// CHECK-NOT: FP_CONTRACT
// CHECK: void ksn_overlap_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: __local float B_tile[153];
// CHECK: B_tile[B_tile_row + x] = B[B_row + x - ksn_shift_B];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: /* step 1 of 2, loop nest 1 */
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: /* step 2 of 2, loop nest 1 */
// CHECK: A_next[A_row + x - ksn_shift_A_next] = c *
// CHECK-NEXT: (B_tile[B_tile_row + x - 1] + B_tile[B_tile_row + x + 17]) / 3.0f;
// CHECK: .local_bytes = 612,
