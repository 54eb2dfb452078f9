// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=overlap --tile=32x8 --depth=2 -o-dir %t
// RUN: FileCheck %s --check-prefixes=CHECK,ROWS < %t/ring_rows.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/ring_rows.kasane.openmp.c -o %t/ring_rows.o
// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=overlap --tile=32x8 --depth=2 -o-dir %t
// RUN: FileCheck %s --check-prefixes=CHECK,ITEMS < %t/ring_rows.kasane.cuda.cu
// On a torus a tile goes on past the ends. Of a row, where it is a loop, only the cells there look for their image; nowhere does a tile
// without a halo, which the last step is.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        B[j][i] = c * (A[j][(i + nx - 1) % nx] + A[(j + 1) % ny][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: /* step 1 of 2, loop nest 1 */
// ROWS: const int64_t A_row_1 = {{.*}}y_image
// ROWS: for (int64_t x = x_first; x < x_end; ++x) {
// ROWS-NEXT: B_tile[B_tile_row + x] = c * (A[A_row + x - 1] + A[A_row_1 + x]);
// ROWS: for (int64_t x_edge = 0;
// ROWS: const int64_t x_image =
// ITEMS-NOT: x_first
// ITEMS: const int64_t x_image =
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK-NOT: _image
// CHECK: A_next[A_row + x] = c * (B_tile[B_tile_row + x - 1] + B_tile[B_tile_row + x + {{[0-9]+}}]);
