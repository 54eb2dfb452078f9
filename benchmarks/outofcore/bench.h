// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs share: large arrays, filled and summed up by all cores. The sum is of whole numbers, so its order doesn't matter.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline float *filled(size_t cells, unsigned seed, float low, float high) {
  float *a = malloc(cells * sizeof(float));
  if (!a) {
    fprintf(stderr, "no memory for %zu cells\n", cells);
    exit(1);
  }
#pragma omp parallel for
  for (size_t i = 0; i < cells; i++)
    a[i] = low + (high - low) * (float)((((uint32_t)i * 2654435761u + seed * 40503u) >> 8 & 0xffff) / 65536.0);
  return a;
}

static inline void show(const char *name, const float *a, size_t cells) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (size_t i = 0; i < cells; i++) {
    uint32_t bits;
    memcpy(&bits, &a[i], sizeof bits);
    sum += (uint64_t)bits * (2 * i + 1);
  }
  printf("%s %016llx\n", name, (unsigned long long)sum);
}

static inline int argument(int argc, char **argv, int n, int otherwise) { return argc > n ? atoi(argv[n]) : otherwise; }
