/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What every kernel shares: sizes from argv, repeatable pseudo-random data, and a dump of memory in which two runs
   differ exactly where their bits differ. */
#ifndef KASANE_TESTS_DUMP_H
#define KASANE_TESTS_DUMP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int arg(int argc, char **argv, int index, int fallback) {
  return index < argc ? atoi(argv[index]) : fallback;
}

static inline void *array(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory) {
    fputs("out of memory\n", stderr);
    exit(3);
  }
  return memory;
}

/* In [-1, 1), a multiple of 2^-20: exact in float too. */
static inline double noise(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 11) / 1048576.0 - 1.0;
}

static inline void fill_float(float *data, size_t count, unsigned seed) {
  for (size_t n = 0; n < count; n++)
    data[n] = (float)noise(&seed);
}

static inline void fill_double(double *data, size_t count, unsigned seed) {
  for (size_t n = 0; n < count; n++)
    data[n] = noise(&seed);
}

static inline void fill_int(int *data, size_t count, unsigned seed, int lo, int hi) {
  for (size_t n = 0; n < count; n++)
    data[n] = lo + (int)((noise(&seed) + 1.0) * 0.5 * (hi - lo + 1));
}

/* Every element as raw bits, eight on a line behind the index of the first. */
static inline void dump(const char *name, const void *data, size_t size, size_t count) {
  const unsigned char *bytes = data;
  for (size_t n = 0; n < count; n++) {
    if (n % 8 == 0)
      printf("%s%s[%zu]", n ? "\n" : "", name, n);
    putchar(' ');
    for (size_t b = size; b-- > 0;)
      printf("%02x", bytes[n * size + b]);
  }
  putchar('\n');
}

#define DUMP(variable) dump(#variable, &(variable), sizeof(variable), 1)

#endif
