// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=pipeline --tile=24x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/pipeline.kasane.cuda.cu
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
// CHECK: ksn_pipeline_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: extern __shared__ __align__(16) unsigned char ksn_shared[];
// CHECK-NEXT: float *const A_v0_shared = (float *)(ksn_shared);
// CHECK-NEXT: float *const B_v0_shared = (float *)(ksn_shared + {{[0-9]+}});
// CHECK: const int64_t item_x = {{.*}}threadIdx.x
// CHECK: const int64_t x_first = x0 + item_x - 2;
// The first plane, as near as the array goes.
// CHECK: A_v0_0_ahead = A[min(max(A_row + y0 * nx, nx), {{.*}})];
// CHECK: for (int64_t at_y = y0; at_y < (y_end + 2); at_y += 2) {
// CHECK: calm = quiet && (at_y >= 3
// A group whose cells are all updated: no branch.
// CHECK: if (calm) {
// CHECK-NOT: __syncthreads();
// CHECK-NOT: if (
// CHECK: A_v0_0_p0 = A_v0_0_ahead;
// CHECK-NEXT: A_v0_0_ahead = A[A_row + (at_y + 1) * nx];
// CHECK-NEXT: /* step 1 of 2, loop nest 1 */
// CHECK-NEXT: A_v0_m1_p1 = A_v0_shared[item + {{[0-9]+}} - 1];
// CHECK: B_v0_0_p0 = c * (A_v0_m1_p1 + A_v0_0_p0) / 3.0f;
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: const int64_t y = at_y - 2;
// CHECK-NEXT: A_v1_0_p0 = c * (B_v0_m1_p1 + B_v0_0_p0) / 3.0f;
// CHECK: A_next[A_row + y * nx] = A_v1_0_p0;
// The others: cells outside of the nest have what memory has.
// CHECK: } else {
// CHECK: B_v0_0_p0 = ((outside | out) & 1) ? B[min(max(
// CHECK: A_v1_0_p0 = ((outside | out) & 1) ? A[min(max(
// CHECK: A_v0_shared[item] = A_v0_0_p0;
// CHECK-NEXT: B_v0_shared[item] = B_v0_0_p0;
// CHECK-NEXT: __syncthreads();
// CHECK-NOT: __syncthreads();
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK-NEXT: A_v0_m1_p0 = A_v0_shared[item - 1];
// CHECK: B_v0_shared[item + {{[0-9]+}}] = B_v0_0_p1;
// CHECK-NEXT: __syncthreads();
