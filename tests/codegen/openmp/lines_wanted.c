// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=overlap --tile=512x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/lines_wanted.kasane.openmp.c
// A division by what happens to lie beside a tile could trap, so no cell is made that isn't wanted.
void flow(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = A[j][i - 1] / A[j + 1][i];
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: const int64_t B_tile_row = (y - y0) * 528 + (32 - x0);
// CHECK: for (int64_t x = ksn_max(x0 - 1, 1); x < ksn_min(x0 + 512, nx - 1); ++x) {
