// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=overlap --tile=64x1 --depth=1 -o-dir %t
// RUN: FileCheck %s < %t/joined.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unused-parameter %include -o %t/a.o -c -x c++ %t/joined.kasane.cuda.cu
// A nest that copies back reads of what the one before it stores the cell itself: both are one loop, B stays a variable, and nobody waits. A tile
// of one row asks whether there is such a row.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
}
// CHECK: ksn_joined_{{[0-9a-f]+}}_heat_1_pass1(
// CHECK-NOT: ksn_shared
// CHECK-NOT: __syncthreads
// CHECK: /* the tile's own cells */
// CHECK: A_next[A_row + x] = A[A_row + x];
// CHECK: /* step 1 of 1, loop nests 1, 2 */
// CHECK: const int64_t y = y0;
// CHECK-NEXT: if (y >= 1 && y < ny - 1) {
// CHECK: for (int64_t x = max(x0, 1L)
// CHECK-NEXT: float B_here;
// CHECK: B_here = c * (A[A_row + x - 1] + A[A_row + x + nx]);
// CHECK: A_next[A_row + x] = B_here;
// CHECK: _last1(
