// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void chosen(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      b[a[i] > 0.0f ? i : i - 1] = a[i];
      // CHECK: store_place_chosen.c:[[@LINE-1]]:7: error: a condition decides which element this stores to; store in both branches of an if, each at a fixed distance from the loop variables
}
