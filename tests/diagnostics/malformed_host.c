// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil host(b)
// CHECK: malformed_host.c:[[@LINE-1]]:17: error: the argument of 'host' names no arrays that host code reads or writes; write host(read: u) or host(read: u; write: v)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
