// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil keep(a b)
  // CHECK: malformed_keep.c:[[@LINE-1]]:17: error: the argument of 'keep' is no list of arrays; write keep(A, B)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}
