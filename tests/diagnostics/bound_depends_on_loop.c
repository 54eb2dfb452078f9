// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void bound(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int j = 1; j < n; j++)
    for (int i = 0; i < j; i++)
    // CHECK: bound_depends_on_loop.c:[[@LINE-1]]:25: error: this bound depends on an outer loop's variable; only rectangular domains are supported, use an 'if' in the cell instead
      b[j][i] = a[j - 1][i];
}

#else // what it says to do
void followed(int n, float a[n][n], float b[n][n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      if (i < j)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}
#endif
