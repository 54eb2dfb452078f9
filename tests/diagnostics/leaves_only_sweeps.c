// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
enum { W = 10 };
typedef float block[W][W][W];

void blocks(int n, int steps, block *u, block *v) {
#ifdef FOLLOWED
#pragma stencil schedule(sweep)
#else
#pragma stencil schedule(overlap)
  // CHECK: leaves_only_sweeps.c:[[@LINE-1]]:17: error: blocks are made one after the other, each once a step, and not by schedule overlap; use schedule sweep
#endif
  for (int t = 0; t < steps; t++) {
    for (int b = 0; b < n; b++)
      for (int k = 1; k < W - 1; k++)
        for (int j = 1; j < W - 1; j++)
          for (int i = 1; i < W - 1; i++)
            v[b][k][j][i] = u[b][k - 1][j][i] + u[b][k + 1][j][i];
    block *swap = u;
    u = v;
    v = swap;
  }
}
