// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float sum(int n, float *a, float *b) {
  float total = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1] + a[i + 1];
    total += b[i];
    // CHECK: reduction.c:[[@LINE-1]]:5: error: 'total' collects a value over the cells; reductions are not supported yet, make it a loop of its own outside of the region
  }
  return total;
}
