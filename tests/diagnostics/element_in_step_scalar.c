// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void element(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float first = a[0];
    // CHECK: element_in_step_scalar.c:[[@LINE-1]]:19: error: a scalar of the step reads an array that the region changes, or at an index that is no number of steps from the time loop's variable; only fixed elements and tables with a value for each step, 's[t]', are supported yet
    for (int i = 1; i < n - 1; i++)
      b[i] = first * a[i - 1];
    float *c = a;
    a = b;
    b = c;
  }
}
