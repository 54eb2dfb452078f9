// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void loop(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int again = 0; again < n; again++)
      // CHECK: loop_without_subscript.c:[[@LINE-1]]:5: error: the variable of this loop occurs in no subscript, and it is not the one time loop; move the loop out of the region or write its iterations out
      b[0] = 0.5f * b[0];
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}

// A loop that only counts does so as often in each step.
int growing(int n, int steps, float *a, float *b) {
  int count = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k <= t; k++)
      // CHECK: loop_without_subscript.c:[[@LINE-1]]:5: error: the variable of this loop occurs in no subscript
      count++;
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
  return count;
}
