// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static int runs;
static void simulate(int n, int steps, float *a, float *b) {
  runs = 1;
// CHECK: beside_time_loop.c:[[@LINE-1]]:3: error: beside the time loop of a called function or of a parallel block only variables of its own can be set, before the loop and to values that are known there; move this statement out of it
// CHECK: beside_time_loop.c:[[@LINE+11]]:3: note: 'simulate' is called here
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
int beside_time_loop(int n, int steps, float *a, float *b) {
#pragma stencil
  simulate(n, steps, a, b);
  return runs;
}
