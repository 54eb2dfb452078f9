// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=overlap --tile=16x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/overlap.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/overlap.kasane.openmp.c -o %t/overlap.o
// Two steps in a tile of the thread's own: the first with a halo, the fixed cells of B loaded, the result into a spare
// because neighbouring tiles still read A.
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
// CHECK-NOT: fp-contract
// CHECK: /* 2 steps at once */
// CHECK-NEXT: static void {{.*}}_pass2(const ksn_run *ksn_r, const float *restrict A, float *restrict A_next,
// CHECK: #pragma omp parallel
// CHECK: float *restrict const B_tile = (float *)(void *)(ksn_mine + 0);
// CHECK: #pragma omp for collapse(2) schedule(static)
// CHECK: B_tile[B_tile_row + x] = B[B_row + x];
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: B_tile[B_tile_row + x] = c * (A[A_row + x - 1] + A[A_row + x + nx]) / 3.0f;
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: A_next[A_row + x] = c * (B_tile[B_tile_row + x - 1] + B_tile[B_tile_row + x + 17]) / 3.0f;
// CHECK: .family = "overlap",
// CHECK-NEXT: .tile = {16, 8, 1},
// CHECK-NEXT: .rank = 2,
// CHECK-NEXT: .depth = 2,
// CHECK: while (ksn_r.steps - ksn_done > 2) {
// CHECK: ksn_flip(
// CHECK: switch (ksn_r.steps - ksn_done) {
