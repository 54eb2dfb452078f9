// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <math.h>
#ifndef FOLLOWED
void eliminate(int n, double A[n][n], double *row) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[best][k]))
        // CHECK: index_searched.c:[[@LINE-1]]:34: error: 'best' is where this loop finds an element by comparing values, and cells don't know of each other; search before the region: put the directive behind this loop, above the next loops over cells
        best = i;
    for (int j = 0; j < n; j++)
      row[j] = A[best][j];
  }
}

#else // what it says to do
void eliminate(int n, double A[n][n], double *row, double *column) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[best][k]))
        best = i;
    for (int j = 0; j < n; j++) {
      row[j] = A[best][j];
      A[best][j] = A[k][j];
    }
    for (int i = 0; i < n; i++)
      column[i] = A[i][k] / row[k];
#pragma stencil
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        A[i][j] -= column[i] * row[j];
  }
}
#endif
