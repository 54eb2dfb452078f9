// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step_count(int n, float *a, float *b) {
#pragma stencil begin step(t:100)
// CHECK: step_count.c:[[@LINE-1]]:30: error: 'step' says 100, but the time loop makes 101 steps; write that, or change the loop
  for (int t = 0; t <= 100; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma stencil end
}
