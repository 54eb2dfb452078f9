// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void show(const float *a, int n);
void host(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float factor = 0.5f * t;
    if (t % 10 == 0) {
      show(a, n);
      factor = 1;
      // CHECK: host_code_changes.c:[[@LINE-1]]:7: error: host code changes 'factor', which the region computes itself; use another variable
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = factor * a[i];
  }
}
