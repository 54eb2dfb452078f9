// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with one region, which does wrong what its first argument says; for the tests that spawn it.
// usage: region WHAT STEPS AT: u(x) = u(x-1) + u(x+1) - u(x)/2 on 32 points, two buffers.
#include "kasane_rt.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPoints = 32, kThreads = 4, kCalls = 50 };

struct args {
  void *call[8];
  void *p0, *p1;
  long long t_hi;
};

static const char *what;
static long long at; // the step that goes wrong

static int is(const char *name) { return strcmp(what, name) == 0; }

static void step(const float *u, float *v) {
  for (int x = 1; x < kPoints - 1; x++)
    v[x] = u[x - 1] + u[x + 1] - u[x] / 2;
}

// The same with v's result in a spare: the cells that the step leaves alone too.
static void stepInto(const float *u, const float *v, float *spare) {
  step(u, spare);
  spare[0] = v[0];
  spare[kPoints - 1] = v[kPoints - 1];
}

static ksn_field fieldOf(const char *name, void *home) {
  const long long last = is("huge") ? 1ll << 52 : kPoints - 1;
  return (ksn_field){.name = name,
                     .type = KSN_F32,
                     .home = home,
                     .hi = {kPoints, 1, 1},
                     .stride = {1, 0, 0},
                     .last = last,
                     .written = 1};
}

#define INFO(abiNumber, fpMode)                                                                                        \
  {.abi = abiNumber,                                                                                                   \
   .name = "region_main_1",                                                                                            \
   .function = "main",                                                                                                 \
   .file = "region \"1\".c", /* a name that JSON must escape */                                                        \
   .line = 3,                                                                                                          \
   .target = "openmp",                                                                                                 \
   .family = "overlap",                                                                                                \
   .tile = {8, 1, 1},                                                                                                  \
   .rank = 1,                                                                                                          \
   .depth = 1,                                                                                                         \
   .placement = "in core",                                                                                             \
   .fp = fpMode,                                                                                                       \
   .flops_per_cell = 3,                                                                                                \
   .bytes_per_cell = 8,                                                                                                \
   .machine = "h200",                                                                                                  \
   .predicted_ns = 0.5}

// With a spare, as an overlapped schedule has it: u and v rotate, so one serves both.
static int region(struct args *a) {
  static const ksn_info infos[] = {INFO(KSN_ABI, "strict"), INFO(KSN_ABI, "contract"), INFO(KSN_ABI + 1, "strict")};
  const ksn_info *const info = &infos[is("contract") ? 1 : is("abi") ? 2 : 0];
  if (is("decline"))
    return ksn_decline(info, a->call, "u and v \"overlap\"");
  if (is("ramble")) {
    char reason[800];
    memset(reason, 'u', sizeof reason);
    reason[sizeof reason - 1] = 0;
    return ksn_decline(info, a->call, reason);
  }
  ksn_field fields[] = {fieldOf("u", a->p0), fieldOf("v", a->p1)};
  fields[1].first = is("flip");
  ksn_spare spares[] = {{.like = 0}};
  ksn_run run = {.device = &ksn_host_device,
                 .info = info,
                 .call = a->call,
                 .fields = fields,
                 .field_count = 2,
                 .spares = spares,
                 .spare_count = 1,
                 .threads = 2,
                 .scratch_bytes = 5000,
                 .steps = a->t_hi,
                 .cells = kPoints - 2};
  int how = ksn_begin(&run);
  if (how != KSN_GO)
    return how;
  memset(ksn_scratch(&run, 0), 1, 5000);
  memset(ksn_scratch(&run, is("scratch") ? 2 : 1), 2, 5000);
  int name[] = {0, 1};
  for (int64_t s = 0; s < run.steps; s++) {
    ksn_pass(&run, is("depth") ? 2 : 1);
    const int to = name[1];
    stepInto(fields[name[0]].mem, fields[to].mem, spares[0].mem);
    if (s + 1 >= at && at)
      ((float *)spares[0].mem)[5] *= is("contract") ? 1.00001f : 2.0f;
    ksn_flip(&run, to, 0);
    const int swapped = name[0];
    name[0] = name[1];
    name[1] = swapped;
  }
  how = ksn_end(&run);
  a->p0 = fields[name[is("pointer")]].home;
  a->p1 = fields[name[!is("pointer")]].home;
  return how;
}

static double simulate(long long steps) {
  float u[kPoints], v[kPoints];
  for (int x = 0; x < kPoints; x++) {
    u[x] = (float)(x * x % 7 + 1) / 8.0f;
    v[x] = (float)(x % 3) / 4.0f;
  }
  float *A = u, *B = v;
  long long t = 0;
  {
    struct args a = {.p0 = A, .p1 = B, .t_hi = steps};
    const int how = region(&a);
    if (how == 1) {
      A = a.p0;
      B = a.p1;
    } else if (how == 2) {
      void *const p0 = A, *const p1 = B;
      do {
        A = p0;
        B = p1;
        for (t = 0; t < steps + is("longer"); t++) {
          if (!ksn_verify_step(a.call))
            break;
          step(A, B);
          float *const swapped = A;
          A = B;
          B = swapped;
        }
        ksn_verify_pointer(a.call, "A", a.p0, A);
        ksn_verify_pointer(a.call, "B", a.p1, B);
        ksn_verify_left_integer(a.call, "t", steps + is("left"), t);
        ksn_verify_left_real(a.call, "r", is("contract") ? 1.00001 : is("real") ? 0.5 : 1, 1, sizeof(float));
        a.p0 = p0;
        a.p1 = p1;
      } while (ksn_verify_again(a.call) && region(&a) == 2);
    } else
      for (t = 0; t < steps; t++) {
        step(A, B);
        float *const swapped = A;
        A = B;
        B = swapped;
      }
  }
  double sum = 0;
  for (int x = 0; x < kPoints; x++)
    sum += (double)A[x] * (x + 1) + (double)B[x] * (x + 100);
  return sum;
}

static void *simulateOften(void *sum) {
  for (int n = 0; n < kCalls; n++)
    *(double *)sum += simulate(5);
  return NULL;
}

int main(int argc, char **argv) {
  what = argc > 1 ? argv[1] : "";
  const long long steps = argc > 2 ? atoll(argv[2]) : 1;
  at = argc > 3 ? atoll(argv[3]) : 0;
  if (is("select")) {
    printf("%d\n", ksn_select("openmp,opencl,cuda"));
    return 0;
  }
  if (!is("threads")) {
    printf("%a\n", simulate(steps));
    return 0;
  }
  pthread_t threads[kThreads];
  double sums[kThreads] = {0};
  for (int n = 0; n < kThreads; n++)
    if (pthread_create(&threads[n], NULL, simulateOften, &sums[n]))
      return 2;
  for (int n = 0; n < kThreads; n++)
    if (pthread_join(threads[n], NULL))
      return 2;
  for (int n = 1; n < kThreads; n++)
    if (sums[n] != sums[0])
      return 3;
  return 0;
}
