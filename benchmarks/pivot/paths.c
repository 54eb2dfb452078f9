// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortest paths between all pairs, of random weights: paths N ROUNDS prints a number made of all bits of the result.
// T is the weights' type. With VIA the next place on each way is kept as well.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef T
#define T float
#endif
#ifdef VIA
#define PARAMS int n, T(*d)[n], int(*next)[n]
#else
#define PARAMS int n, T(*d)[n]
#endif

static void paths(PARAMS) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j]) {
          d[i][j] = d[i][k] + d[k][j];
#ifdef VIA
          next[i][j] = next[i][k];
#endif
        }
}

static uint64_t bitsOf(const void *data, size_t bytes) {
  const uint32_t *word = data;
  uint64_t bits = 1469598103934665603u;
  for (size_t n = 0; n < bytes / sizeof *word; n++)
    bits = (bits ^ word[n]) * 1099511628211u;
  return bits;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  T(*d)[n] = malloc(n * n * sizeof(T));
  int(*next)[n] = malloc(n * n * sizeof(int));
  if (!d || !next)
    return 1;
  for (size_t round = 0; round < rounds; round++) {
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        state = state * 1664525u + 1013904223u;
        d[i][j] = (T)((T)0.5 == 0 ? state >> 8 : (state >> 8) / 100000.0);
        next[i][j] = (int)j;
      }
#ifdef VIA
    paths((int)n, d, next);
#else
    paths((int)n, d);
#endif
  }
  printf("%llx\n", (unsigned long long)(bitsOf(d, n * n * sizeof(T)) + bitsOf(next, n * n * sizeof(int))));
  free(d);
  free(next);
  return 0;
}
