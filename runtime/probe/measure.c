// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `kasane --tune=..` builds with a region under one schedule, and runs: measure MOST DEPTH BEST. Prints the
// seconds of a step, each time they were taken; BEST is what another schedule takes (0: none yet), so that a hopeless
// one is soon done. MOST: steps that a call may make. Exits with 2 and the reason on standard output when no schedule
// could be measured.
#include "measure.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

static const double kCall = 0.15;   // seconds that the steps of a call should take
static const double kSample = 0.02; // and at least all calls that count as one
static const double kEnough = 0.4;  // no more samples after that
static const double kPatience = 3;  // or that, as long as no two of the fastest agree
static const double kAgree = 1.05;  // within so much
static const double kHopeless = 2;  // times BEST

enum { kFewest = 3, kMost = 16 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void fail(const char *why, const char *what) {
  printf("%s%s\n", why, what);
  exit(2);
}

// What the pattern decays to must not be slower to compute with than what a program has. Threads begin as this one is.
static void flushTinyNumbers(void) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (1u << 24)));
#endif
}

static size_t sizeOf(ksn_type type) {
  static const size_t kSizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return kSizes[type];
}

// Fractions between 1/2 and 3/4; of integers 0 and 1.
static void fill(const measured_array *a, void *memory, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    const int64_t turn = (i * 37) % 64;
    char *const at = (char *)memory + (size_t)i * sizeOf(a->type);
    if (a->type == KSN_F32)
      *(float *)(void *)at = 0.5f + (float)turn / 256;
    else if (a->type == KSN_F64)
      *(double *)(void *)at = 0.5 + (double)turn / 256;
    else
      for (size_t byte = 0; byte < sizeOf(a->type); byte++)
        at[byte] = byte == 0 && turn > 40;
  }
}

// Never freed: the arrays live as long as the program.
static void allocate(void) {
  const int count = measured_arrays(NULL);
  measured_array *const arrays = calloc((size_t)count + 1, sizeof *arrays);
  if (!arrays)
    fail("there is no memory for its arrays", "");
  measured_arrays(arrays);
  for (int i = 0; i < count; i++) {
    const measured_array *const a = &arrays[i];
    const int64_t elements = a->last < a->first ? 1 : a->last - a->first + 1;
    void *const memory = malloc((size_t)elements * sizeOf(a->type));
    if (!memory)
      fail("there is no memory for an array of the assumed size: ", a->name);
    fill(a, memory, elements);
    *a->place = (void *)((uintptr_t)memory - (uintptr_t)(a->first * (int64_t)sizeOf(a->type)));
    ksn_keep(*a->place, 0);
  }
  free(arrays);
}

static double secondsOf(int64_t steps, int64_t calls) {
  const double begin = now();
  for (int64_t c = 0; c < calls; c++)
    if (measured_call(steps) != KSN_RAN)
      fail("its conditions do not hold for the assumed sizes", "");
  return (now() - begin) / (double)calls;
}

static int64_t wholePasses(double steps, int64_t depth, int64_t most) {
  const double passes = steps / (double)depth + 1;
  return passes * (double)depth >= (double)most ? most : (int64_t)passes * depth;
}

// Other programs only ever make it slower: the fastest counts when another one agrees.
static void sample(int64_t steps, int64_t calls) {
  const double begin = now();
  double least = 0, second = 0;
  for (int s = 0; s < kMost; s++) {
    const double each = secondsOf(steps, calls) / (double)steps;
    printf("%.9g\n", each);
    if (least == 0 || each < least) {
      second = least;
      least = each;
    } else if (second == 0 || each < second) {
      second = each;
    }
    const double past = now() - begin;
    if (s + 1 >= kFewest && past > (second < kAgree * least ? kEnough : kPatience))
      return;
  }
}

static void measure(int64_t most, int64_t depth, double best) {
  const int64_t few = depth < most ? depth : most;
  secondsOf(few, 1); // builds kernels, touches memory
  double each = secondsOf(few, 1) / (double)few;
  if (best > 0 && each > kHopeless * best) {
    const double again = secondsOf(few, 1) / (double)few;
    each = again < each ? again : each;
    if (each > kHopeless * best && each * (double)few > kSample) {
      printf("%.9g\n", each);
      return;
    }
  }
  const int64_t steps = wholePasses(kCall / each, depth, most);
  const double call = each * (double)steps;
  const double counted = call > 1e-9 ? call : 1e-9;
  const int64_t calls = call > kSample ? 1 : (int64_t)(kSample / counted) + 1;
  sample(steps, calls);
}

int main(int argc, char **argv) {
  if (argc != 4)
    fail("measure MOST DEPTH BEST", "");
  static const char *const kOurs[] = {"KASANE_VERIFY",   "KASANE_REPORT", "KASANE_PROGRESS",
                                      "KASANE_FALLBACK", "KASANE_TARGET", "KASANE_PROFILE"};
  for (size_t v = 0; v < sizeof kOurs / sizeof *kOurs; v++)
    unsetenv(kOurs[v]);
  setenv("KASANE_PROGRESS", "0", 1);
  flushTinyNumbers();
  allocate();
  measure(strtoll(argv[1], NULL, 10), strtoll(argv[2], NULL, 10), strtod(argv[3], NULL));
  return 0;
}
