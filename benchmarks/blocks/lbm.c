// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lattice Boltzmann with D directions (19 or 27) on N^3 cells of one periodic level: in blocks of B^3, or UNIFORM. Both
// print the same.
#include <stdio.h>
#include <stdlib.h>
#ifndef UNIFORM
#include <kasane_mesh.h>
#endif

#ifndef D
#define D 19
#endif
#ifndef N
#define N 256
#endif
#ifndef B
#define B 16
#endif

// Direction q and where it leads; 19 of the 27 are the usual ones.
#define FIRST(M)                                                                                                       \
  M(0, 0, 0, 0)                                                                                                        \
  M(1, 1, 0, 0) M(2, -1, 0, 0) M(3, 0, 1, 0) M(4, 0, -1, 0) M(5, 0, 0, 1) M(6, 0, 0, -1) M(7, 1, 1, 0) M(8, -1, -1, 0) \
      M(9, 1, -1, 0) M(10, -1, 1, 0) M(11, 1, 0, 1) M(12, -1, 0, -1) M(13, 1, 0, -1) M(14, -1, 0, 1) M(15, 0, 1, 1)    \
          M(16, 0, -1, -1) M(17, 0, 1, -1) M(18, 0, -1, 1)
#if D == 19
#define EACH(M) FIRST(M)
static const float weight0 = 1.f / 3, weight1 = 1.f / 18, weight2 = 1.f / 36, weight3 = 0;
#else
#define EACH(M)                                                                                                        \
  FIRST(M)                                                                                                             \
  M(19, 1, 1, 1) M(20, -1, -1, -1) M(21, 1, 1, -1) M(22, -1, -1, 1) M(23, 1, -1, 1) M(24, -1, 1, -1) M(25, -1, 1, 1)   \
      M(26, 1, -1, -1)
static const float weight0 = 8.f / 27, weight1 = 2.f / 27, weight2 = 1.f / 54, weight3 = 1.f / 216;
#endif
#define WEIGHT(x, y, z)                                                                                                \
  ((x) * (x) + (y) * (y) + (z) * (z) == 0   ? weight0                                                                  \
   : (x) * (x) + (y) * (y) + (z) * (z) == 1 ? weight1                                                                  \
   : (x) * (x) + (y) * (y) + (z) * (z) == 2 ? weight2                                                                  \
                                            : weight3)
#define SUM(q, x, y, z)                                                                                                \
  rho += in[q];                                                                                                        \
  ux += (x) * in[q];                                                                                                   \
  uy += (y) * in[q];                                                                                                   \
  uz += (z) * in[q];
#define RELAX(q, x, y, z)                                                                                              \
  {                                                                                                                    \
    const float cu = 3 * ((x) * ux + (y) * uy + (z) * uz);                                                             \
    out[q] = in[q] + omega * (WEIGHT(x, y, z) * rho * (1 + cu + 0.5f * cu * cu - uu) - in[q]);                         \
  }

static void collide(const float *in, float *out, float omega) {
  float rho = 0, ux = 0, uy = 0, uz = 0;
  EACH(SUM)
  ux /= rho;
  uy /= rho;
  uz /= rho;
  const float uu = 1.5f * (ux * ux + uy * uy + uz * uz);
  EACH(RELAX)
}

static float start(int q, int x, int y, int z) {
  unsigned h = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u ^ (unsigned)z * 83492791u ^ (unsigned)q * 2654435761u;
  h = (h ^ h >> 13) * 0x5bd1e995u;
  return 0.03f + 0.01f * (float)(h & 1023) / 1024;
}

// Of a value and its place; in whatever order they are added.
static unsigned long long noted(float value, int q, int x, int y, int z) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  unsigned long long place = (((unsigned long long)q * N + z) * N + y) * N + x, h = place * 0x9e3779b97f4a7c15u ^ bits;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

#ifdef UNIFORM
typedef float field[N][N][N];
#define UNIFORM_IN(q, x, y, z) in[q] = f[q][(k - (z) + N) % N][(j - (y) + N) % N][(i - (x) + N) % N];

static void run(field *f, field *g, int steps, float omega, field **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
          float in[D], out[D];
          EACH(UNIFORM_IN)
          collide(in, out, omega);
          for (int q = 0; q < D; q++)
            g[q][k][j][i] = out[q];
        }
    field *swap = f;
    f = g;
    g = swap;
  }
  *result = f;
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  field *f = malloc(D * sizeof *f), *g = malloc(D * sizeof *g);
#pragma omp parallel for
  for (int q = 0; q < D; q++)
    for (int z = 0; z < N; z++)
      for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
          f[q][z][y][x] = g[q][z][y][x] = start(q, x, y, z);
  run(f, g, steps, 1.6f, &f);
  unsigned long long hash = 0;
#pragma omp parallel for reduction(+ : hash)
  for (int q = 0; q < D; q++)
    for (int z = 0; z < N; z++)
      for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
          hash += noted(f[q][z][y][x], q, x, y, z);
  printf("%llx\n", hash);
}
#else
typedef float block[D][B + 2][B + 2][B + 2];
#define BLOCK_IN(q, x, y, z) in[q] = f[b][q][k - (z)][j - (y)][i - (x)];

static void run(const ksm_mesh *m, block *f, block *g, int steps, float omega, block **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, f, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
      for (int k = 1; k <= B; k++)
        for (int j = 1; j <= B; j++)
          for (int i = 1; i <= B; i++) {
            float in[D], out[D];
            EACH(BLOCK_IN)
            collide(in, out, omega);
            for (int q = 0; q < D; q++)
              g[b][q][k][j][i] = out[q];
          }
    block *swap = f;
    f = g;
    g = swap;
  }
  *result = f;
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10, roots = N / B;
  ksm_mesh *m = ksm_create(
      &(ksm_domain){.rank = 3, .roots = {roots, roots, roots}, .periodic = {1, 1, 1}, .cells = B, .ghosts = 1});
  block *f, *g;
  ksm_add(m, "f", &f, sizeof *f, KSM_F32);
  ksm_add(m, "g", &g, sizeof *g, KSM_F32);
  int *leafAt = malloc((size_t)roots * roots * roots * sizeof *leafAt);
  for (int b = 0; b < m->leaves; b++)
    leafAt[(m->at[b][2] * roots + m->at[b][1]) * roots + m->at[b][0]] = b;
#pragma omp parallel for
  for (int b = 0; b < m->leaves; b++)
    for (int q = 0; q < D; q++)
      for (int k = 0; k < B; k++)
        for (int j = 0; j < B; j++)
          for (int i = 0; i < B; i++)
            f[b][q][k + 1][j + 1][i + 1] = start(q, m->at[b][0] * B + i, m->at[b][1] * B + j, m->at[b][2] * B + k);
  run(m, f, g, steps, 1.6f, &f);
  unsigned long long hash = 0;
#pragma omp parallel for reduction(+ : hash)
  for (int q = 0; q < D; q++)
    for (int z = 0; z < N; z++)
      for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
          hash +=
              noted(f[leafAt[(z / B * roots + y / B) * roots + x / B]][q][z % B + 1][y % B + 1][x % B + 1], q, x, y, z);
  printf("%llx\n", hash);
}
#endif
