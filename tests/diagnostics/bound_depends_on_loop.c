// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void bound(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int j = 1; j < n; j++)
    for (int i = 0; i < j; i++)
    // CHECK: bound_depends_on_loop.c:[[@LINE-1]]:25: error: this bound depends on an outer loop's variable; only rectangular domains are supported, use an 'if' in the cell instead
      b[j][i] = a[j - 1][i];
}
