// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float total(float *a, float *b, int n, int steps) {
  float sum = 0;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      sum += b[i];
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return sum;
}
float value_of_time_loop(float *a, float *b, int n) {
  float sum;
#pragma stencil
  sum = total(a, b, n, 10);
// CHECK: value_of_time_loop.c:[[@LINE-1]]:3: error: the value of a function with a time loop is used here; call it as a statement of its own, and let its steps set a variable of the caller's through a pointer
  return sum;
}
