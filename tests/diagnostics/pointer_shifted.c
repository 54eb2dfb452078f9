// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void shifted(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b + 1;
    // CHECK: pointer_shifted.c:[[@LINE-1]]:5: error: pointer 'a' ends the step inside of an array rather than at its start; only whole arrays can be exchanged
    b = c;
  }
}
