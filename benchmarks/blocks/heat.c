// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat, radius 1, on N^RANK cells of one level between cold ends: in blocks of B cells along each axis, or UNIFORM.
// With HAND loops share out planes (rows) among threads. All print the same.
#include <stdio.h>
#include <stdlib.h>
#ifndef UNIFORM
#include <kasane_mesh.h>
#endif

#ifndef RANK
#define RANK 3
#endif
#ifndef N
#define N 256
#endif
#ifndef B
#define B 16
#endif

static float start(int x, int y, int z) { return (float)(x % 7 + y % 5 + z % 3); }

// Of a value and its place; in whatever order they are added.
static unsigned long long noted(float value, int x, int y, int z) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  unsigned long long place = ((unsigned long long)z * N + y) * N + x, h = place * 0x9e3779b97f4a7c15u ^ bits;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

#if RANK == 3
#define CELLS_OF(M)                                                                                                    \
  for (int k = 1; k <= (M); k++)                                                                                       \
    for (int j = 1; j <= (M); j++)                                                                                     \
      for (int i = 1; i <= (M); i++)
#define BLOCK(M) [(M) + 2][(M) + 2][(M) + 2]
#define AT(u, k, j, i) (u)[k][j][i]
#define FLOW(u)                                                                                                        \
  (AT(u, k, j, i - 1) + AT(u, k, j, i + 1) + AT(u, k, j - 1, i) + AT(u, k, j + 1, i) + AT(u, k - 1, j, i) +            \
   AT(u, k + 1, j, i) - 6 * AT(u, k, j, i))
#else
#define CELLS_OF(M)                                                                                                    \
  for (int k = 1; k <= 1; k++)                                                                                         \
    for (int j = 1; j <= (M); j++)                                                                                     \
      for (int i = 1; i <= (M); i++)
#define BLOCK(M) [(M) + 2][(M) + 2]
#define AT(u, k, j, i) (u)[j][i]
#define FLOW(u) (AT(u, k, j, i - 1) + AT(u, k, j, i + 1) + AT(u, k, j - 1, i) + AT(u, k, j + 1, i) - 4 * AT(u, k, j, i))
#endif

#ifdef UNIFORM
typedef float field BLOCK(N);

static void run(field *u, field *v, int steps, field **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef HAND
#pragma omp parallel for
#endif
#if RANK == 3
    for (int k = 1; k <= N; k++)
#endif
      for (int j = 1; j <= N; j++)
        for (int i = 1; i <= N; i++)
          AT(*v, k, j, i) = AT(*u, k, j, i) + 0.1f * FLOW(*u);
    field *swap = u;
    u = v;
    v = swap;
  }
  *result = u;
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  field *u = calloc(1, sizeof *u), *v = calloc(1, sizeof *v);
  CELLS_OF(N) AT(*u, k, j, i) = start(i - 1, j - 1, k - 1);
  run(u, v, steps, &u);
  unsigned long long hash = 0;
  CELLS_OF(N) hash += noted(AT(*u, k, j, i), i - 1, j - 1, k - 1);
  printf("%llx\n", hash);
}
#else
typedef float block BLOCK(B);

static void run(const ksm_mesh *m, block *u, block *v, int steps, block **result) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
#if RANK == 3
      for (int k = 1; k <= B; k++)
#endif
        for (int j = 1; j <= B; j++)
          for (int i = 1; i <= B; i++)
            AT(v[b], k, j, i) = AT(u[b], k, j, i) + 0.1f * FLOW(u[b]);
    block *swap = u;
    u = v;
    v = swap;
  }
  *result = u;
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 10, roots = N / B;
  ksm_mesh *m = ksm_create(&(ksm_domain){.rank = RANK, .roots = {roots, roots, roots}, .cells = B, .ghosts = 1});
  block *u, *v;
  ksm_add(m, "u", &u, sizeof *u, KSM_F32);
  ksm_add(m, "v", &v, sizeof *v, KSM_F32);
  ksm_ends(m, u, KSM_ALL, KSM_VALUE, 0);
  ksm_ends(m, v, KSM_ALL, KSM_VALUE, 0);
#define FROM(a) (m->at[b][a] * B - 1)
  for (int b = 0; b < m->leaves; b++)
    CELLS_OF(B) AT(u[b], k, j, i) = start(FROM(0) + i, FROM(1) + j, RANK == 3 ? FROM(2) + k : 0);
  run(m, u, v, steps, &u);
  unsigned long long hash = 0;
  for (int b = 0; b < m->leaves; b++)
    CELLS_OF(B) hash += noted(AT(u[b], k, j, i), FROM(0) + i, FROM(1) + j, RANK == 3 ? FROM(2) + k : 0);
  printf("%llx\n", hash);
}
#endif
