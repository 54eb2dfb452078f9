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

// The nearer ones first, so that 19 of the 27 are the usual ones.
static const int ex[27] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, -1, 1},
                 ey[27] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, -1, 1, 1, -1},
                 ez[27] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, 1, -1};
static const int sorts[27] = {0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
#if D == 19
static const float weights[4] = {1.f / 3, 1.f / 18, 1.f / 36, 0};
#else
static const float weights[4] = {8.f / 27, 2.f / 27, 1.f / 54, 1.f / 216};
#endif

static void collide(const float *in, float *out, float omega) {
  float rho = 0, ux = 0, uy = 0, uz = 0;
  for (int q = 0; q < D; q++) {
    rho += in[q];
    if (ex[q])
      ux += ex[q] * in[q];
    if (ey[q])
      uy += ey[q] * in[q];
    if (ez[q])
      uz += ez[q] * in[q];
  }
  ux /= rho;
  uy /= rho;
  uz /= rho;
  const float uu = 1.5f * (ux * ux + uy * uy + uz * uz);
  for (int q = 0; q < D; q++) {
    float cu = 0;
    if (ex[q])
      cu += 3 * ex[q] * ux;
    if (ey[q])
      cu += 3 * ey[q] * uy;
    if (ez[q])
      cu += 3 * ez[q] * uz;
    out[q] = in[q] + omega * (weights[sorts[q]] * rho * (1 + cu + 0.5f * cu * cu - uu) - in[q]);
  }
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

static void run(field *f, field *g, int steps, float omega, field **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
          float in[D], out[D];
          for (int q = 0; q < D; q++)
            in[q] = f[q][(k - ez[q] + N) % N][(j - ey[q] + N) % N][(i - ex[q] + N) % N];
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

static void run(const ksm_mesh *m, block *f, block *g, int steps, float omega, block **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, f, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
      for (int k = 1; k <= B; k++)
        for (int j = 1; j <= B; j++)
          for (int i = 1; i <= B; i++) {
            float in[D], out[D];
            for (int q = 0; q < D; q++)
              in[q] = f[b][q][k - ez[q]][j - ey[q]][i - ex[q]];
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
