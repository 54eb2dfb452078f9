// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with one OpenACC region, for the tests that spawn it; its first argument says what is odd about it. The
// region updates a box in the middle of an array, in steps, and the program prints which elements ended as they should.
#include "kasane_rt.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { kWidth = 9, kHeight = 6, kSteps = 300, kThreads = 4, kCalls = 50 };

static const char *what;

static int is(const char *name) { return strcmp(what, name) == 0; }

// Written by hand: volatile keeps compilers from fusing on the host, which is where this test runs.
static void tryDouble(const double *a, double *r, const int count) {
  const int fuses = is("fuses");
#pragma acc parallel loop gang vector deviceptr(a, r) async(KSN_QUEUE)
  for (int n = 0; n < count; n++) {
    const double x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile double product = x * y, tiny = y * 1e-308;
    r[n] = fuses ? fma(x, y, z) : product + z;
    r[count + n] = x / y;
    r[2 * count + n] = sqrt(x);
    r[3 * count + n] = x * tiny;
  }
}

// As generated: the kernel is handed nothing.
struct arguments {
  double *u;
  int64_t from, until;
} told;
#pragma acc declare create(told)
static void step(void) {
#pragma acc parallel num_workers(2) vector_length(32) async(KSN_QUEUE)
  {
    const int64_t from = told.from, until = told.until;
#pragma acc loop gang
    for (int64_t y0 = from; y0 < until; y0 += 2) {
#pragma acc loop worker
      for (int64_t y = y0; y < ksn_min(y0 + 2, until); y++) {
#pragma acc loop vector
        for (int64_t x = 2; x < kWidth - 1; x++)
          told.u[y * kWidth + x] += 1.0;
      }
    }
  }
}

static void startStep(const ksn_arg *args) {
  const struct arguments now = {KSN_VALUE(void *, args[0]), KSN_VALUE(int64_t, args[1]), KSN_VALUE(int64_t, args[2])};
  ksn_tell(&told, &now, sizeof now);
  step();
}

static void copyPlanes(void *to, const void *from, const int64_t bytes, const int queue) {
  (void)queue; // gcc doesn't count what a clause says
#pragma acc parallel loop gang vector deviceptr(to, from) async(queue)
  for (int64_t n = 0; n < bytes; n++)
    ((char *)to)[n] = ((const char *)from)[n];
}

static int region(double *u) {
  static const ksn_kernel kernels[] = {{"step", (const void *)startStep, 0},
                                       {"ksn_try_double", (const void *)tryDouble, 0},
                                       {"ksn_copy_planes", (const void *)copyPlanes, 0}};
  static const ksn_reach reach[] = {{0, 0, KSN_WRITES, 0, 0}};
  static const ksn_window windows[] = {{"step", 2, 1, 0, 1, 0, 1, reach, 0, 0, 0, 0, NULL, 0, NULL}};
  static const ksn_info info = {.abi = KSN_ABI,
                                .name = "region",
                                .function = "main",
                                .file = "region.c",
                                .line = 3,
                                .target = "openacc",
                                .family = "sweep",
                                .tile = {8, 2, 1},
                                .rank = 2,
                                .depth = 1,
                                .placement = "in core",
                                .fp = "strict",
                                .kernels = kernels,
                                .kernel_count = 3,
                                .windows = windows,
                                .window_count = 1};
  void *call[8] = {NULL};
  ksn_field fields[] = {{.name = "u",
                         .type = KSN_F64,
                         .home = u,
                         .lo = {2, 1, 0},
                         .hi = {kWidth - 1, kHeight - 1, 1},
                         .stride = {1, kWidth, 0},
                         .first = kWidth + 2,
                         .last = (kHeight - 1) * kWidth - 2,
                         .written = 1}};
  if (is("huge")) {
    fields[0].stride[1] = (int64_t)1 << 49;
    fields[0].last = (int64_t)1 << 52;
  }
  ksn_run run = {.device = &ksn_openacc_device,
                 .info = &info,
                 .call = call,
                 .fields = fields,
                 .field_count = 1,
                 .steps = kSteps,
                 .cells = 24};
  const int how = ksn_begin(&run);
  if (how != KSN_GO)
    return how;
  if (is("apart"))
    printf("%d\n", fields[0].mem != (void *)u);
  for (int s = 0; s < kSteps; s++) {
    ksn_pass(&run, 1);
    const int64_t from = 1, until = kHeight - 1;
    const size_t groups[3] = {1, ksn_groups(kHeight - 2, 2), 1}, group[3] = {8, 2, 1};
    const ksn_arg args[] = {KSN_ARG(fields[0].mem), KSN_ARG(from), KSN_ARG(until)};
    ksn_launch(&run, is("unknown") ? "other" : "step", groups, group, 3, args);
  }
  return ksn_end(&run);
}

// How many elements end as they should.
static int call(int *ran) {
  double u[kWidth * kHeight];
  for (int n = 0; n < kWidth * kHeight; n++)
    u[n] = n;
  *ran = region(u) == KSN_RAN;
  int right = 0;
  for (int n = 0; n < kWidth * kHeight; n++) {
    const int x = n % kWidth, y = n / kWidth, isInside = x >= 2 && x < kWidth - 1 && y >= 1 && y < kHeight - 1;
    right += u[n] == n + (*ran && isInside ? kSteps : 0);
  }
  return right;
}

static void *callOften(void *wrong) {
  for (int n = 0, ran = 0; n < kCalls; n++)
    *(int *)wrong += call(&ran) != kWidth * kHeight || !ran;
  return NULL;
}

int main(int argc, char **argv) {
  what = argc > 1 ? argv[1] : "";
  if (!is("threads")) {
    int ran = 0;
    const int right = call(&ran);
    printf("ran %d, %d of %d right\n", ran, right, kWidth * kHeight);
    return 0;
  }
  pthread_t threads[kThreads];
  int wrong[kThreads] = {0}, sum = 0;
  for (int n = 0; n < kThreads; n++)
    if (pthread_create(&threads[n], NULL, callOften, &wrong[n]))
      return 2;
  for (int n = 0; n < kThreads; sum += wrong[n++])
    if (pthread_join(threads[n], NULL))
      return 2;
  return sum ? 3 : 0;
}
