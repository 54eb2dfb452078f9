// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, int steps, float *a) {
#pragma stencil host(read: a)
// CHECK: host_without_code.c:[[@LINE-1]]:17: error: the time loop has no host code, which the clause 'host' speaks of; remove the clause
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
}
