// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two steps of Jacobi's stencil, to be streamed: docs/design/runtime.md, and with RING docs/design/rings.md.
#include <stdio.h>
#include <stdlib.h>
#ifdef RING
enum { N = 24, M = 64, FIRST = 0, END = N };
#define ABOVE ((j + N - 1) % N)
#define BELOW ((j + 1) % N)
#else
enum { N = 26, M = 64, FIRST = 1, END = N - 1 };
#define ABOVE (j - 1)
#define BELOW (j + 1)
#endif

int main(void) {
  float (*a)[M] = malloc(sizeof(float[N][M])), (*b)[M] = malloc(sizeof(float[N][M]));
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      a[j][i] = b[j][i] = (float)(j * i % 7);
  fprintf(stderr, "home %p %d %zu\n", (void *)a, N, sizeof *a);
#pragma stencil
  for (int t = 0; t < 2; t++) {
    for (int j = FIRST; j < END; j++)
      for (int i = 1; i < M - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[ABOVE][i] + a[BELOW][i]);
    float (*tmp)[M] = a;
    a = b;
    b = tmp;
  }
  double sum = 0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      sum += a[j][i];
  printf("%.6f\n", sum);
  free(a);
  free(b);
}
