// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void first(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float b[n];
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + b[i - 1];
    // CHECK: read_before_written.c:[[@LINE-1]]:21: error: 'b' belongs to each step alone, and this element is read where the step hasn't written it; store all that is read first, or declare the array before the region
  }
}
