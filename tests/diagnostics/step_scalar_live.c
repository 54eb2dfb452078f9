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

// The first step may end before the loop over i has begun.
int after(int n, int steps, float *a, float *b) {
  int i;
  float sum;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0;
    for (int k = 1; k < n - 1; k++) {
      b[k] = a[k - 1] + a[k + 1];
      sum += b[k];
    }
    if (sum < 1)
      break;
    // CHECK: step_scalar_live.c:[[@LINE+1]]:5: error: 'i' is read after the region
    for (i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return i;
}
