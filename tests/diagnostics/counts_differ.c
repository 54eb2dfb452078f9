// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void relax(int n, int steps, float *a, float *b) {
  float err = 1, sum = 0;
  int t = 0;
#pragma stencil
  while (t < steps) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      err += b[i];
    }
    if (err < 1)
      break;
    t++;
    sum = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] = b[i - 1] + b[i + 1];
      sum += a[i];
    }
    if (sum < 1)
      break;
    // CHECK: counts_differ.c:[[@LINE-1]]:7: error: a test here and another one leave 't' at different counts; step it before or after all of them
  }
}
