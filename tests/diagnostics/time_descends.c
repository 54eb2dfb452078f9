// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void loop(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = steps; t > 0; t--) {
  // CHECK: time_descends.c:[[@LINE-1]]:30: error: a time loop that counts down is not supported yet; count up
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
