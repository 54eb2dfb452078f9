// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several nests over leaves of a random forest in 3D, with fills between them: conditions around reads that leave a
// block, nests over a part of its cells, reads that are far on several axes. Prints a hash of all arrays.
#define RANK 3
#define G 2
#define MOST 60
#include "forest.h"
static void go(const ksm_mesh *m, block *u, block *v, many *f, many *g, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G; j < B + G; j++)
          for (int i = G; i < B + G; i++) {
            double a = 0;
            if (u[b][k][j][i] > 0.4)
              a = u[b][k][j - 1][i + 2] - u[b][k + 1][j][i - 2];
            else if (i % 2 == 0)
              a = u[b][k - 1][j + 1][i + 1];
            v[b][k][j][i] = 0.5 * u[b][k][j][i] + 0.1 * a;
          }
    for (int b = 0; b < m->leaves; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G + 1; j < B + G - 1; j++)
          for (int i = G + 1; i < B + G - 1; i++)
            f[b][0][k][j][i] = f[b][1][k][j][i] + (float)v[b][k][j][i - 1];
    ksm_fill(m, KSM_ALL, f, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G; j < B + G; j++)
          for (int i = G; i < B + G - 3; i++)
            g[b][1][k][j][i] =
                f[b][0][k - 2][j][i - 1] * 0.5f + f[b][1][k][j + 2][i + 2] + 0.25f * f[b][0][k][j][i + 2];
    block *w = u;
    u = v;
    v = w;
  }
}
int main(int argc, char **argv) {
  forest of = planted((unsigned)atoi(argv[1]));
  go(of.mesh, of.u, of.v, of.f, of.g, atoi(argv[2]));
  show(&of);
}
