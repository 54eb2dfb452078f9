// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void bound(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t += 2)
    for (int i = 1; i < n + t; i++)
    // CHECK: bound_depends_on_time.c:[[@LINE-1]]:25: error: this bound depends on the time loop's variable; only bounds that are the same in every step are supported
      b[i] = a[i - 1] + a[i];
}
