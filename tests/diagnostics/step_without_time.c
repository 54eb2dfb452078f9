// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step_without_time(int n, float *a, float *b) {
#pragma stencil begin step(t:100)
// CHECK: step_without_time.c:[[@LINE-1]]:28: error: 'step' counts a time loop, and this region has none; put the region around the time loop, or drop 'step'
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
#pragma stencil end
}
