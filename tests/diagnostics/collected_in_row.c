// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
double sum(int n, int m, double a[n][m], double b[n][m], int steps) {
  double all = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        b[i][j] = a[i][j - 1];
    for (int i = 1; i < n - 1; i++) {
#ifndef FOLLOWED
      double row = 0;
      for (int j = 1; j < m - 1; j++)
        row += b[i][j];
      // CHECK: collected_in_row.c:[[@LINE-1]]:9: error: 'row' is declared between two loops and collects in the inner one, whose cells it would make depend on each other; collect over the whole nest, in a variable from outside of it, or give the inner loop constant bounds
      all += row;
#else
      for (int j = 1; j < m - 1; j++)
        all += b[i][j];
#endif
    }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = b[i][j];
  }
  return all;
}
