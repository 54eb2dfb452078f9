// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void eliminate(int n, double A[n][n], const int *p) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[p[k]][j];
        // CHECK: subscript_of_step.c:[[@LINE-1]]:32: error: which row or column this step looks at is read from an array, as where an elimination exchanges rows; copy it into an array of its own before the cells of each step, and put the directive behind that, above the loops over cells
}

#else // what it says to do
void eliminate(int n, double A[n][n], const int *p, double *row, double *column) {
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < n; j++)
      row[j] = A[p[k]][j];
    for (int i = 0; i < n; i++)
      column[i] = A[i][k];
#pragma stencil
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= column[i] * row[j];
  }
}
#endif
