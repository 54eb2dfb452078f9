// RUN: not %kasane %s -o-dir %t -- -DOTHER 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not %kasane %s -o-dir %t -- -DALL 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %kasane %s -o-dir %t -- -DSUM 2>&1 | FileCheck --check-prefix=SUM %s
// RUN: not %kasane %s -o-dir %t -- -DNONE 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %kasane %s -o-dir %t
// Four loops, of which the outermost goes over blocks.
enum { W = 10 };
typedef double block[W][W][W];

double blocks(int n, block *u, block *v, block w, double *c) {
  double sum = 0;
#pragma stencil
  {
    for (int b = 1; b < n; b++)
      // SUM: not_by_leaf.c:[[@LINE+10]]:{{.*}} but its cells are collected to a sum
      for (int k = 1; k < W - 1; k++)
        for (int j = 1; j < W - 1; j++)
          for (int i = 1; i < W - 1; i++) {
            v[b][k][j][i] = u[b][k - 1][j][i] + c[b];
#ifdef OTHER
            // OTHER: not_by_leaf.c:[[@LINE+1]]:30: error: this nest has a loop over blocks around three over cells, which can be where each block is by itself; but 'u' is looked at in another block
            v[b][k][j][i] += u[b - 1][k][j][i];
#endif
#ifdef SUM
            sum += v[b][k][j][i];
#endif
#ifdef ALL
            // ALL: not_by_leaf.c:[[@LINE+1]]:{{.*}} but all blocks store to 'w'
            w[k][j][i] = u[b][k][j][i];
#endif
          }
#ifdef NONE
    // NONE: not_by_leaf.c:[[@LINE+1]]:{{.*}} but this nest has no loop over the blocks that another nest of the region goes over
    for (int j = 1; j < W - 1; j++)
      for (int i = 1; i < W - 1; i++)
        w[0][j][i] = w[1][j][i];
#endif
  }
  return sum;
}
