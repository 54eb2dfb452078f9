// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random forest whose levels have steps of their own: level l makes 2^l steps while level 0 makes one. The arrays are
// kept on the device. RANK 2 or 3, radius and ghost layers G. With BETWEEN 1 coarser cells are taken between two times,
// else all levels make one step after the other. Prints a hash of all arrays, ghosts included.
#define MOST (RANK == 2 ? 100 : 40)
#include "forest.h"

#if G == 1
#define RULE KSM_LINEAR
#else
#define RULE KSM_CONSTANT
#endif

// One step of a level, from u and f to v and g.
static void step(const ksm_mesh *m, int l, block *u, block *v, block *finer, block *before, block *after, many *f,
                 many *g, many *finest, many *old, many *next, double theta) {
#pragma stencil
  {
#if BETWEEN
    ksm_fill_between(m, l, u, finer, before, after, theta, KSM_LINEAR);
    ksm_fill_between(m, l, f, finest, old, next, theta, RULE);
#else
    ksm_fill(m, l, u, KSM_LINEAR);
    ksm_fill(m, l, f, RULE);
#endif
#if RANK == 2
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int j = G; j < B + G; j++)
        for (int i = G; i < B + G; i++) {
          double far = u[b][j - G][i] + u[b][j + G][i] - u[b][j][i - G];
          v[b][j][i] = 0.25 * (u[b][j][i] + far + u[b][j][i + G]) + 0.01 * m->h[b];
          for (int q = 0; q < Q; q++)
            g[b][q][j][i] = 0.5f * f[b][q][j - (q == 0)][i + G * (q == 1)] + 0.25f * (float)u[b][j][i - 1];
        }
#else
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G; j < B + G; j++)
          for (int i = G; i < B + G; i++) {
            double far = u[b][k - G][j][i] + u[b][k + G][j][i] - u[b][k][j][i - G];
            v[b][k][j][i] = 0.25 * (u[b][k][j][i] + far + u[b][k][j + G][i]) + 0.01 * m->h[b];
            for (int q = 0; q < Q; q++)
              g[b][q][k][j][i] = 0.5f * f[b][q][k - (q == 0)][j][i + G * (q == 1)] + 0.25f * (float)u[b][k][j - 1][i];
          }
#endif
  }
}

static int calls;

static void allSteps(const ksm_mesh *m, block *u, block *v, many *f, many *g, int steps) {
#pragma stencil keep(u, v, f, g)
  for (int s = 0; s < steps << m->deepest; s++)
    for (int l = 0; l <= m->deepest; l++) {
      const int each = BETWEEN ? 1 << (m->deepest - l) : 1; // so many steps of the finest level are one of this
      const int n = s / each;
      block *from = u, *to = v, *before = u, *after = v;
      many *fromMany = f, *toMany = g, *old = f, *next = g;
      if (s % each || m->first[l] == m->first[l + 1])
        continue;
      if (n % 2) {
        from = v;
        to = u;
        fromMany = g;
        toMany = f;
      }
      if (n / 2 % 2) {
        before = v;
        after = u;
        old = g;
        next = f;
      }
      calls++;
      // Finer leaves have made an even number of steps. Coarser ones are one step ahead, of which half is over or none.
      step(m, l, from, to, u, before, after, fromMany, toMany, f, old, next, n % 2 * 0.5);
    }
}

int main(int argc, char **argv) {
  forest of = planted(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  const ksm_mesh *const m = of.mesh;
  allSteps(m, of.u, of.v, of.f, of.g, argc > 2 ? atoi(argv[2]) : 2);
  printf("%d leaves, finest level %d, %d calls, %zu bytes\n", m->leaves, m->deepest, calls,
         2 * (size_t)m->leaves * (sizeof *of.u + sizeof *of.f));
  show(&of);
  ksm_free(of.mesh);
  return 0;
}
