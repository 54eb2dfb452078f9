// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --tile=8x8x3 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/leaves.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/leaves.kasane.openmp.c -o %t/leaves.o
// Tiles of all blocks are numbered along the slowest axis. A field of blocks is, from block to block, one run of it.
enum { W = 10 };
typedef float block[W][W][W];
void blocks(int lo, int hi, block *u, block *v, const float *h) {
#pragma stencil
  for (int b = lo; b < hi; b++)
    for (int k = 1; k < W - 1; k++)
      for (int j = 1; j < W - 1; j++)
        for (int i = 1; i < W - 1; i++)
          v[b][k][j][i] = u[b][k - 1][j][i] * h[b];
}
// CHECK: #pragma omp parallel for collapse(3) schedule(static)
// CHECK-NEXT: for (int64_t leaf_tile = lo * 3; leaf_tile < hi * 3; ++leaf_tile)
// CHECK: const int64_t ksn_leaf = leaf_tile / 3;
// CHECK-NEXT: const int64_t z0 = 1 + leaf_tile % 3 * 3;
// CHECK: for (int64_t z = z0; z < ksn_min(z0 + 3, 9); ++z)
// CHECK: const int64_t u_row = ksn_leaf * 1000 + (z * 100 + y * 10);
// CHECK: v[v_row + x] = u[u_row + x - 100] * h[h_row];
// CHECK: "a loop nest has no blocks"
// CHECK: "a block's number is below 0"
// CHECK: .lo = {11, 0, lo},
// CHECK-NEXT: .hi = {789, 1, hi},
// CHECK-NEXT: .stride = {1, 0, 1000},
