/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the fuzzer's programs share. `prog` prints a hash of every array, `prog N full` function N's arrays in full. */
#ifndef KASANE_TESTS_FUZZ_H
#define KASANE_TESTS_FUZZ_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fullOutput;

static inline int begin(int argc, char **argv) {
  fullOutput = argc > 2;
  return argc > 1 ? atoi(argv[1]) : -1;
}

static inline void *room(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    exit(3);
  return memory;
}

/* The next place for any type. */
static inline size_t up(size_t size) { return (size + 7) / 8 * 8; }

/* Kinds by the first letter of the type: floats in [-1, 1), integers small enough for every operation. */
static inline void fill(void *data, size_t size, char kind, unsigned seed) {
  unsigned state = seed * 2654435761u + 12345u;
  size_t width = kind == 'd' || kind == 'l' ? 8 : kind == 's' ? 2 : 4;
  for (size_t n = 0; n < size / width; n++) {
    state = state * 1664525u + 1013904223u;
    double value = (double)(state >> 11) / 1048576.0 - 1.0;
    if (kind == 'f')
      ((float *)data)[n] = (float)value;
    else if (kind == 'd')
      ((double *)data)[n] = value;
    else if (kind == 'i')
      ((int *)data)[n] = (int)(1000.0 * value);
    else if (kind == 's')
      ((short *)data)[n] = (short)(1000.0 * value);
    else if (kind == 'u')
      ((unsigned *)data)[n] = state;
    else
      ((long long *)data)[n] = (long long)(1000.0 * value);
  }
}

static inline void note(const char *name, int value) { printf("%s = %d\n", name, value); }

static inline int which(const void *pointer, const void **starts) {
  for (int n = 0; starts[n]; n++)
    if (starts[n] == pointer)
      return n;
  return -1;
}

static inline void show(const char *name, const void *data, size_t size) {
  const unsigned char *bytes = data;
  unsigned long long hash = 1469598103934665603ull;
  for (size_t n = 0; n < size; n++)
    hash = (hash ^ bytes[n]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
  if (fullOutput)
    for (size_t n = 0; n < size; n += 4)
      printf("%02x%02x%02x%02x%c", bytes[n + 3], bytes[n + 2], bytes[n + 1], bytes[n], n % 32 == 28 ? '\n' : ' ');
  if (fullOutput)
    putchar('\n');
  fflush(stdout);
}

#endif
