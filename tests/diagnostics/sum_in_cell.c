// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void product(int n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma stencil
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
      // CHECK: sum_in_cell.c:[[@LINE-1]]:7: error: this loop adds up elements in each cell, as in a product of matrices; make the loop over 'k' the outermost one of the region, with C[..] += .. in the cells, so that its rounds are the steps
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void inPlace(int n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma stencil
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
      // CHECK: sum_in_cell.c:[[@LINE-1]]:7: error: this loop adds up elements in each cell
        c[i][j] += a[i][k] * b[k][j];
      }
}

#else // what it says to do
void product(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i][j] = 0;
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

void taps(int n, int m, const float *w, const float *a, float *b) {
#pragma stencil
  for (int q = 0; q < m; q++)
    for (int i = 0; i < n; i++)
      b[i] += w[q] * a[i + q];
}
#endif
