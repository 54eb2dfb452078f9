// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float live(int n, int steps, float *a, float *b) {
  float c = 0.0f;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    c = a[0];
    for (int i = 1; i < n - 1; i++)
      b[i] = c * t;
    c = 2.0f * c;
    // CHECK: step_scalar_live.c:[[@LINE-1]]:5: error: 'c' is read after the region, and its last value cannot be made again from the step alone; declare 'c' inside of the time loop
  }
  return c;
}
