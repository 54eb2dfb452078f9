// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
// A decomposition into two matrices, each row and column by a sum.
void sums(int n, double A[n][n], double L[n][n], double U[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int j = k; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < k; p++)
        sum += L[k][p] * U[p][j];
      U[k][j] = A[k][j] - sum;
    }
    for (int i = k + 1; i < n; i++) {
      double sum = 0;
      for (int p = 0; p < k; p++)
        sum += L[i][p] * U[p][k];
      L[i][k] = (A[i][k] - sum) / U[k][k];
      // CHECK: rounds_make_rows.c:[[@LINE-1]]:7: error: each round of the loop over 'k' makes a row or a column of 'L', and rounds look at what others have made; as steps of a region they change one matrix in place, as in 'A[i][k] /= A[k][k];' before 'A[i][j] -= A[i][k] * A[k][j];', which leaves both factors in it
    }
  }
}

// In flat arrays.
void flat(int n, double *A, double *L, double *U) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int j = k; j < n; j++)
      U[k * n + j] = A[k * n + j];
    for (int i = k + 1; i < n; i++)
      L[i * n + k] = A[i * n + k] / A[k * n + k];
    // CHECK: rounds_make_rows.c:[[@LINE-1]]:7: error: each round of the loop over 'k' makes a row or a column of 'L'
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i * n + j] -= L[i * n + k] * U[k * n + j];
  }
}

void rounds(int n, double L[n][n], double U[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      L[i][k] = U[i][k] / U[k][k];
    // CHECK: rounds_make_rows.c:[[@LINE-1]]:7: error: each round of the loop over 'k' makes a row or a column of 'L'
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        U[i][j] -= L[i][k] * U[k][j];
  }
}

#else // what it says to do
void inPlace(int n, double A[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}
#endif
