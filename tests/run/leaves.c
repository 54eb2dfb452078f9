// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills and nests over the leaves of a random forest: RANK 2 or 3, radius and ghost layers G, in regions of one step
// or, with WHOLE 1, of all steps. Prints a hash of all arrays, ghosts included.
#include <kasane_mesh.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 8, W = B + 2 * G, Q = 2 };
#if RANK == 2
typedef double block[W][W];
typedef float many[Q][W][W];
#else
typedef double block[W][W][W];
typedef float many[Q][W][W][W];
#endif

static unsigned state;
static unsigned draw(void) { return state = state * 1664525u + 1013904223u, state >> 16; }

static int wanted(const ksm_mesh *m, int b, void *data) {
  (void)data;
  const unsigned drawn = draw() % 8;
  return m->leaves > (RANK == 2 ? 150 : 60) ? (drawn < 6 ? -1 : 0) : drawn < 2 ? m->level[b] < 3 : drawn < 4 ? -1 : 0;
}

static void print(const char *name, const void *data, size_t bytes) {
  const unsigned char *const at = data;
  unsigned long long hash = 14695981039346656037u;
  for (size_t n = 0; n < bytes; n++)
    hash = (hash ^ at[n]) * 1099511628211u;
  printf("%s %llx\n", name, hash);
}

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
  state = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 3;
  ksm_mesh *m = ksm_create(&(ksm_domain){
      .rank = RANK, .roots = {2, 1, 2}, .periodic = {draw() % 2, draw() % 2, 0}, .cells = B, .ghosts = G});
  for (int round = 0; round < (RANK == 2 ? 7 : 4); round++)
    ksm_refine(m, wanted, NULL, KSM_LINEAR);
  block *u, *v;
  many *f, *g;
  ksm_add(m, "u", &u, sizeof *u, KSM_F64);
  ksm_add(m, "v", &v, sizeof *v, KSM_F64);
  ksm_add(m, "f", &f, sizeof *f, KSM_F32);
  ksm_add(m, "g", &g, sizeof *g, KSM_F32);
  for (int side = 0; side < 2 * RANK; side++) // g keeps what it has beyond the ends, f has some of it
    if (!m->domain.periodic[side / 2]) {
      ksm_ends(m, u, side, KSM_COPY + side % 3, 1.5 + side);
      ksm_ends(m, v, side, KSM_COPY + (side + 1) % 3, 2.5 + side);
      ksm_ends(m, f, side, side % 2 ? KSM_MIRROR : KSM_USER, 0);
    }
  for (size_t n = 0; n < (size_t)m->leaves * sizeof *u / sizeof(double); n++)
    ((double *)u)[n] = draw() / 65536.0;
  for (size_t n = 0; n < (size_t)m->leaves * sizeof *f / sizeof(float); n++)
    ((float *)f)[n] = draw() / 65536.0f;
  if (WHOLE)
    allSteps(m, &u, &v, &f, &g, steps);
  for (int t = 0; t < steps && !WHOLE; t++) {
    oneStep(m, u, v, f, g);
    block *w = u;
    u = v;
    v = w;
    many *s = f;
    f = g;
    g = s;
  }
  printf("%d leaves, finest level %d\n", m->leaves, m->deepest);
  print("u", u, (size_t)m->leaves * sizeof *u);
  print("v", v, (size_t)m->leaves * sizeof *v);
  print("f", f, (size_t)m->leaves * sizeof *f);
  print("g", g, (size_t)m->leaves * sizeof *g);
  ksm_free(m);
  return 0;
}
