// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void loop(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      i += 1;
      // CHECK: loop_variable_changed.c:[[@LINE-1]]:7: error: 'i' counts a loop and is changed inside of it; use another variable
      // CHECK: loop_variable_changed.c:[[@LINE-4]]:5: note: the loop is here
    }
  }
}
