// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CPU benchmarks share: a clock, arrays with a pattern in them, and one line of result.
#ifndef KASANE_BENCH_TIMING_H
#define KASANE_BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#ifndef REAL
#define REAL float /* or double, with -DREAL=double */
#endif
#define R(x) ((REAL)(x))

static inline void *filled(size_t n, double base) {
  REAL *a = aligned_alloc(64, (n * sizeof(REAL) + 63) / 64 * 64);
  if (!a)
    exit(1);
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    a[i] = R(base + 1e-3 * (double)(i * 2654435761u & 1023));
  return a;
}

// By hand: the pragmas that a user would add.
#ifdef HAND
#define THREADS _Pragma("omp parallel for")
#define VECTORS _Pragma("omp simd")
#else
#define THREADS
#define VECTORS
#endif

// Once for page faults and the start of threads, and then for a tenth of a second, at least once.
#define MEASURE(cells, steps, call)                                                                                    \
  do {                                                                                                                 \
    call;                                                                                                              \
    int times = 0;                                                                                                     \
    const double start = seconds();                                                                                    \
    double took = 0;                                                                                                   \
    do {                                                                                                               \
      call;                                                                                                            \
      times++;                                                                                                         \
      took = seconds() - start;                                                                                        \
    } while (took < 0.1);                                                                                              \
    printf("%.6f %.6f\n", took / times, (double)(cells) * (steps) * times / took * 1e-9);                              \
  } while (0)

#endif
