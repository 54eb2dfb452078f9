// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void unknown(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *c;
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + c[i + 1];
      // CHECK: pointer_unknown.c:[[@LINE-1]]:25: error: pointer 'c' is used before the region gives it a value; initialise it with an array
  }
}
