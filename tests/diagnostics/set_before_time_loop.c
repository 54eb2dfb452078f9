// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static void simulate(int n, int steps, float *a, float *b) {
  float c = 0.5f;
// CHECK: set_before_time_loop.c:[[@LINE-1]]:3: error: 'c' gets its first value before the time loop in a called function, and the steps change it; keep it outside of the function, behind a pointer or as a global variable
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = c * (a[i - 1] + a[i + 1]);
    c = 0.5f * c;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
void set_before_time_loop(int n, int steps, float *a, float *b) {
#pragma stencil
  simulate(n, steps, a, b);
// CHECK: set_before_time_loop.c:[[@LINE-1]]:3: note: 'simulate' is called here
}
