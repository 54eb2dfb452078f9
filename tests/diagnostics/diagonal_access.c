// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void diagonal(int n, float a[n][n], float b[n][n]) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
#ifndef FOLLOWED
    b[i][i] = a[i][i - 1];
  // CHECK: diagonal_access.c:[[@LINE-1]]:{{5|15}}: error: two subscripts of '{{a|b}}' follow the same loop here; give each a loop of its own, with 'if (j == i)' in the cell where only the diagonal is meant
#else
    for (int j = 1; j < n - 1; j++)
      if (j == i)
        b[i][j] = a[i][j - 1];
#endif
}
