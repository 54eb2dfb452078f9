// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=pipeline --tile=24x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/pipeline.kasane.opencl.c -o %t/pipeline.o
// Work-items stream along y: each plane of A is loaded once, a plane ahead; step 2 works a plane behind step 1. What the
// left neighbour has, and only that, is handed over on chip, with one barrier a plane. The loop is unrolled over the two planes
// that are held, so that no value moves.
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
// CHECK: void ksn_pipeline_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: __local float A_v0_shared[{{[0-9]+}}];
// CHECK-NEXT: __local float B_v0_shared[{{[0-9]+}}];
// CHECK: const long item_x = (long)get_local_id(0);
// CHECK: const long x_first = x0 + item_x - 2;
// The first plane, as near as the array goes.
// CHECK: A_v0_0_ahead = A[min(max(A_row + y0 * nx, nx), {{.*}}) - ksn_shift_0];
// CHECK: for (long at_y = y0; at_y < (y_end + 2); at_y += 2) {
// CHECK: calm = quiet && (at_y >= 3
// A group whose cells are all updated: no branch.
// CHECK: if (calm) {
// CHECK-NOT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: if (
// CHECK: A_v0_0_p0 = A_v0_0_ahead;
// CHECK-NEXT: A_v0_0_ahead = A[A_row + (at_y + 1) * nx - ksn_shift_0];
// CHECK-NEXT: /* step 1 of 2, loop nest 1 */
// CHECK-NEXT: A_v0_m1_p1 = A_v0_shared[item + {{[0-9]+}} - 1];
// CHECK: B_v0_0_p0 = c * (A_v0_m1_p1 + A_v0_0_p0) / 3.0f;
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: const long y = at_y - 2;
// CHECK-NEXT: A_v1_0_p0 = c * (B_v0_m1_p1 + B_v0_0_p0) / 3.0f;
// CHECK: A_next[A_row + y * nx - ksn_shift_1] = A_v1_0_p0;
// The others: cells outside of the nest have what memory has.
// CHECK: } else {
// CHECK: B_v0_0_p0 = ((outside | out) & 1) ? B[min(max(
// CHECK: A_v1_0_p0 = ((outside | out) & 1) ? A[min(max(
// CHECK: A_v0_shared[item] = A_v0_0_p0;
// CHECK-NEXT: B_v0_shared[item] = B_v0_0_p0;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK-NEXT: A_v0_m1_p0 = A_v0_shared[item - 1];
// CHECK: B_v0_shared[item + {{[0-9]+}}] = B_v0_0_p1;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
