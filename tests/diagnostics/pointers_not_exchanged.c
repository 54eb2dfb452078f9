// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void lost(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
  // CHECK: pointers_not_exchanged.c:[[@LINE-1]]:3: error: after a step 'a' and another pointer name the same array, or one is lost; exchange them completely: 'tmp = A; A = B; B = tmp'
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    a = b;
  }
}
