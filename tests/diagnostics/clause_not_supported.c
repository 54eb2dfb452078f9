// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil schedule(sweep) distribute(z)
// CHECK: clause_not_supported.c:[[@LINE-1]]:33: error: clause 'distribute' is not supported yet; remove it
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
