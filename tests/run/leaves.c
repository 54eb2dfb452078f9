// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills and nests over the leaves of a random forest: RANK 2 or 3, radius and ghost layers G, in regions of one step
// or, with WHOLE 1, of all steps. Prints a hash of all arrays, ghosts included.
#define MOST (RANK == 2 ? 150 : 60)
#include "forest.h"

#if RANK == 2
static void oneStep(const ksm_mesh *m, block *u, block *v, many *f, many *g) {
#pragma stencil
  {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    ksm_fill(m, KSM_ALL, f, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int j = G; j < B + G; j++)
        for (int i = G; i < B + G; i++) {
          double x = m->corner[b][0] + i * m->h[b], far = u[b][j - G][i] + u[b][j + G][i] - u[b][j][i - G];
          v[b][j][i] = 0.25 * (u[b][j][i] + far + u[b][j][i + G]) + 0.01 * x * m->level[b];
          for (int q = 0; q < Q; q++)
            g[b][q][j][i] = 0.5f * f[b][q][j - (q == 0)][i + G * (q == 1)] + 0.25f * (float)u[b][j][i - 1];
        }
  }
}

static void allSteps(const ksm_mesh *m, block **from, block **to, many **old, many **next, int steps) {
  block *u = *from, *v = *to;
  many *f = *old, *g = *next;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    ksm_fill(m, KSM_ALL, f, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int j = G; j < B + G; j++)
        for (int i = G; i < B + G; i++) {
          double x = m->corner[b][0] + i * m->h[b], far = u[b][j - G][i] + u[b][j + G][i] - u[b][j][i - G];
          v[b][j][i] = 0.25 * (u[b][j][i] + far + u[b][j][i + G]) + 0.01 * x * m->level[b];
          for (int q = 0; q < Q; q++)
            g[b][q][j][i] = 0.5f * f[b][q][j - (q == 0)][i + G * (q == 1)] + 0.25f * (float)u[b][j][i - 1];
        }
    block *w = u;
    u = v;
    v = w;
    many *s = f;
    f = g;
    g = s;
  }
  *from = u;
  *to = v;
  *old = f;
  *next = g;
}
#else
static void oneStep(const ksm_mesh *m, block *u, block *v, many *f, many *g) {
#pragma stencil
  {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    ksm_fill(m, KSM_ALL, f, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G; j < B + G; j++)
          for (int i = G; i < B + G; i++) {
            double x = m->corner[b][0] + i * m->h[b], far = u[b][k - G][j][i] + u[b][k + G][j][i] - u[b][k][j][i - G];
            v[b][k][j][i] = 0.25 * (u[b][k][j][i] + far + u[b][k][j + G][i]) + 0.01 * x * m->level[b];
            for (int q = 0; q < Q; q++)
              g[b][q][k][j][i] = 0.5f * f[b][q][k - (q == 0)][j][i + G * (q == 1)] + 0.25f * (float)u[b][k][j - 1][i];
          }
  }
}

static void allSteps(const ksm_mesh *m, block **from, block **to, many **old, many **next, int steps) {
  block *u = *from, *v = *to;
  many *f = *old, *g = *next;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    ksm_fill(m, KSM_ALL, f, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int k = G; k < B + G; k++)
        for (int j = G; j < B + G; j++)
          for (int i = G; i < B + G; i++) {
            double x = m->corner[b][0] + i * m->h[b], far = u[b][k - G][j][i] + u[b][k + G][j][i] - u[b][k][j][i - G];
            v[b][k][j][i] = 0.25 * (u[b][k][j][i] + far + u[b][k][j + G][i]) + 0.01 * x * m->level[b];
            for (int q = 0; q < Q; q++)
              g[b][q][k][j][i] = 0.5f * f[b][q][k - (q == 0)][j][i + G * (q == 1)] + 0.25f * (float)u[b][k][j - 1][i];
          }
    block *w = u;
    u = v;
    v = w;
    many *s = f;
    f = g;
    g = s;
  }
  *from = u;
  *to = v;
  *old = f;
  *next = g;
}
#endif

int main(int argc, char **argv) {
  forest of = planted(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  const int steps = argc > 2 ? atoi(argv[2]) : 3;
  if (WHOLE)
    allSteps(of.mesh, &of.u, &of.v, &of.f, &of.g, steps);
  for (int t = 0; t < steps && !WHOLE; t++) {
    oneStep(of.mesh, of.u, of.v, of.f, of.g);
    block *w = of.u;
    of.u = of.v;
    of.v = w;
    many *s = of.f;
    of.f = of.g;
    of.g = s;
  }
  printf("%d leaves, finest level %d, %d families\n", of.mesh->leaves, of.mesh->deepest, ksm_map_of(of.mesh)->families);
  show(&of);
  ksm_free(of.mesh);
  return 0;
}
