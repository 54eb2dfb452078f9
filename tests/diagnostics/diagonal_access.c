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

void arm(int n, int steps, float a[n][n], float b[n][n]) { // beside nests over both axes
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = 0.5f * (a[j][i - 1] + a[j][i + 1]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        a[j][i] = b[j][i];
    if (t % 3 == 0)
      for (int k = 0; k < n; k++)
#ifndef FOLLOWED
        a[k][k] = 7;
    // CHECK: diagonal_access.c:[[@LINE-1]]:9: error: two subscripts of 'a' follow the same loop here
#else
        for (int i = 0; i < n; i++)
          if (i == k)
            a[k][i] = 7;
#endif
  }
}

void rows(int n, float a[n][n], float b[n][n]) { // the rounds over k are cells
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      a[k][i] = b[k][i];
#ifndef FOLLOWED
    if (k > 3)
      a[k][k] = 7;
    // CHECK: diagonal_access.c:[[@LINE-1]]:7: error: two subscripts of 'a' follow the same loop here
#else
    for (int i = 0; i < n; i++)
      if (i == k && k > 3)
        a[k][i] = 7;
#endif
  }
}
