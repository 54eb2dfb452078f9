// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device must compute to keep the host's bits: a*b + c without fusing, a/b, sqrt(a), and a*b where it is
// subnormal, at ordinary and tiny arguments.
#include "device/Exact.h"
#include "base/Error.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = KSN_TRIES, kKinds = KSN_TRY_KINDS };
static const char *const kKindNames[kKinds] = {"a*b + c is fused", "a/b is not correctly rounded",
                                               "sqrt(a) is not correctly rounded",
                                               "a*b is flushed to zero or not correctly rounded where it is subnormal"};

// 1..2, the same numbers everywhere.
static double next(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return 1.0 + (double)(*state >> 11) / 9007199254740992.0;
}

// volatile: the host's compiler must not fuse either.
static void expectFloat(const float *a, float *r) {
  for (int n = 0; n < kCount; n++) {
    const float x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile float product = x * y, tiny = y * 1e-38f, quotient = x / y;
    r[n] = product + z;
    r[kCount + n] = quotient;
    r[2 * kCount + n] = sqrtf(x);
    r[3 * kCount + n] = x * tiny;
  }
}

static void expectDouble(const double *a, double *r) {
  for (int n = 0; n < kCount; n++) {
    const double x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile double product = x * y, tiny = y * 1e-308, quotient = x / y;
    r[n] = product + z;
    r[kCount + n] = quotient;
    r[2 * kCount + n] = sqrt(x);
    r[3 * kCount + n] = x * tiny;
  }
}

void ksn_try_arguments(void *arguments, int is_double) {
  uint64_t state = 42;
  for (int n = 0; n < 3 * kCount; n++) {
    const double value = n % 3 == 2 ? -next(&state) : next(&state);
    if (is_double)
      ((double *)arguments)[n] = value;
    else
      ((float *)arguments)[n] = (float)value;
  }
}

int ksn_judge_tries(const char *device, const void *results, int is_double, const char *remedy, ksn_why *why) {
  const size_t size = is_double ? sizeof(double) : sizeof(float), bytes = kCount * size;
  char *const arguments = ksn_allocate(3 * kCount, size), *const expected = ksn_allocate(kKinds * kCount, size);
  ksn_try_arguments(arguments, is_double);
  if (is_double)
    expectDouble((const double *)(const void *)arguments, (double *)(void *)expected);
  else
    expectFloat((const float *)(const void *)arguments, (float *)(void *)expected);
  int bad = 0;
  while (bad < kKinds && !memcmp((const char *)results + (size_t)bad * bytes, expected + (size_t)bad * bytes, bytes))
    bad++;
  free(arguments);
  free(expected);
  if (bad == kKinds)
    return 0;
  return ksn_because(why, "--fp=strict cannot be kept on %s: %s (%s); %s", device, kKindNames[bad],
                     is_double ? "double" : "float", remedy);
}
