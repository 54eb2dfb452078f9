// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the GPU benchmarks share: the element type, arrays with values that differ, and a word of all bits of a result.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef REAL
#define REAL float
#endif

static inline REAL *filled(size_t cells, unsigned seed) {
  REAL *a = malloc(cells * sizeof(REAL));
  if (!a) {
    fprintf(stderr, "no memory for %zu cells\n", cells);
    exit(1);
  }
  for (size_t i = 0; i < cells; i++)
    a[i] = (REAL)((((uint32_t)i * 2654435761u + seed * 40503u) >> 8 & 0xffff) / 65536.0);
  return a;
}

static inline void show(const char *name, const REAL *a, size_t cells) {
  uint64_t sum = 0, bits = 0;
  for (size_t i = 0; i < cells; i++) {
    memcpy(&bits, &a[i], sizeof(REAL));
    sum = sum * 31 + bits;
  }
  printf("%s %016llx\n", name, (unsigned long long)sum);
}

static inline int argument(int argc, char **argv, int n, int otherwise) { return argc > n ? atoi(argv[n]) : otherwise; }
