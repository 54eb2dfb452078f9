// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil target(3)
// CHECK: malformed_target.c:[[@LINE-1]]:17: error: the argument of 'target' is no name; write target(openmp)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
