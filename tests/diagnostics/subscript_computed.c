// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void drive(int n, int steps, float *a, float *b, float *s) {
  int k = 3;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1] + s[k];
    // CHECK: subscript_computed.c:[[@LINE-1]]:38: error: 'k' is no loop variable, and the region changes it from step to step; by such a number cells can pick from an array that is declared with all its dimensions and that the region doesn't store to, or from any array by the step itself, as in 't + 1' or 't % 3'
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    k = k * 3 % 7;
  }
}
