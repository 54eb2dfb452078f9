// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil noalias(a)
// CHECK: malformed_noalias.c:[[@LINE-1]]:17: error: the argument of 'noalias' is no list of two or more arrays; write noalias(A, B)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
