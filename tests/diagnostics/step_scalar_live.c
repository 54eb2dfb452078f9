// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
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
    // CHECK: step_scalar_live.c:[[@LINE+1]]:5: error: 'i' may be read after the region
    for (i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return i;
}

// Which of the two breaks it was is not known behind the region.
int between(int n, int steps, float *a, float *b) {
  float *old = 0, sum;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0;
    for (int k = 1; k < n - 1; k++) {
      b[k] = a[k - 1] + a[k + 1];
      sum += b[k];
    }
    if (sum < 1)
      break;
    // CHECK: step_scalar_live.c:[[@LINE+1]]:5: error: 'old' may be read after the region
    old = a;
    a = b;
    b = old;
    if (sum > 100)
      break;
  }
  return old == a;
}
