// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=overlap --tile=512x8 --depth=3 -o-dir %t
// RUN: FileCheck %s < %t/lines.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/lines.kasane.openmp.c -o %t/lines.o
// RUN: %kasane %s --target=openmp --schedule=overlap --tile=64x8 --depth=3 -o-dir %t
// RUN: FileCheck %s --check-prefix=SHORT < %t/lines.kasane.openmp.c
// RUN: %kasane %s --target=cuda --schedule=overlap --tile=512x2 --depth=2 -o-dir %t
// RUN: FileCheck %s --check-prefix=ITEMS < %t/lines.kasane.cuda.cu
// Long rows of a thread's tiles begin with lines of memory, of 16 floats: one for a halo of 2, and 512 floats are an
// odd number of lines. Stages begin where a halo of whole lines would.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: /* 3 steps at once */
// CHECK: for (int64_t x0 = 0; x0 < nx - 1; x0 += 512) {
// CHECK: /* step 1 of 3, loop nest 1 */
// CHECK: const int64_t B_tile_row = (y - y0) * 528 + (32 - x0);
// CHECK: for (int64_t x = ksn_max(x0 - 16, 1); x < ksn_min(x0 + 512, nx - 1); ++x) {
// CHECK: /* step 2 of 3, loop nest 1 */
// CHECK: for (int64_t x = ksn_max(x0 - 16, 1); x < ksn_min(x0 + 512, nx - 1); ++x) {
// CHECK-NEXT: A_tile[A_tile_row + x] = c * (B_tile[B_tile_row + x - 1] + B_tile[B_tile_row + x + 528]);
// CHECK: /* step 3 of 3, loop nest 1 */
// CHECK: for (int64_t x = ksn_max(x0, 1); x < ksn_min(x0 + 512, nx - 1); ++x) {
// SHORT: for (int64_t x0 = 1; x0 < nx - 1; x0 += 64) {
// SHORT: for (int64_t x = ksn_max(x0 - 2, 1); x < ksn_min(x0 + 64, nx - 1); ++x) {
// ITEMS: /* step 1 of 2, loop nest 1 */
// ITEMS-NOT: x0 - 16
// ITEMS: max(x0 - 1, 1L)
