// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float first(const float *x) { return x[0]; }
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
float clause(int n, float *a, float *b) {
  float sum = 0;
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
    step(n, a, b);
    sum += first(b);
    // CHECK: kept_used_in_call.c:[[@LINE-1]]:12: error: this call uses an array outside of regions while it is kept on the device: 'first(b)'; end the kept statement before, or don't keep the array
  }
  return sum;
}
