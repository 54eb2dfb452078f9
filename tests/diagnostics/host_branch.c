// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void branch(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2)
    // CHECK: host_branch.c:[[@LINE-1]]:5: error: an 'if' around loops or between them is not supported yet; move the condition into the cells
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
  }
}
