// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void read(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[k][i] + D[k][j] < D[i][j])
        // CHECK: transposed_step.c:[[@LINE-1]]:13: error: 'D' is indexed here with its axes in another order than elsewhere, in steps that look at a row or a column of it; where it is symmetric, exchange these subscripts, and store to the cell itself alone; else keep the transposed array beside it
          D[i][j] = D[k][i] + D[k][j];
}

void mirrored(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float s = D[i][k] + D[k][j];
        if (s < D[i][j]) {
          D[i][j] = s;
          D[j][i] = s;
          // CHECK: transposed_step.c:[[@LINE-1]]:11: error: 'D' is indexed here with its axes in another order than elsewhere, in steps
        }
      }
}

void stored(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        D[i][j] = D[i][j] + D[k][i];
        D[j][k] = 0;
        // CHECK: transposed_step.c:[[@LINE-1]]:9: error: 'D' is indexed here with its axes in another order
      }
}

#else // what it says to do
void symmetric(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
}

void beside(int n, float D[n][n], float transposed[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      transposed[i][j] = D[j][i];
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        D[i][j] = D[i][j] + transposed[i][k];
}
#endif
