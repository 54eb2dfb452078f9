// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void half(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k += 2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k / 2] + D[k][j] < D[i][j])
        // CHECK: pivot_apart.c:[[@LINE-1]]:18: error: the row or column that a step looks at here is not one further than that of the step before; let the time loop count over the rows or columns, so that the subscript is its variable plus a constant
          D[i][j] = D[i][k / 2] + D[k][j];
}

void twice(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n / 2; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        D[i][j] = 0.5f * D[i][j] + D[i][2 * k] * D[2 * k][j];
        // CHECK: pivot_apart.c:[[@LINE-1]]:36: error: the row or column that a step looks at here is not one further
}

#else // what it says to do
void twice(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n - 1; k += 2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        D[i][j] = 0.5f * D[i][j] + D[i][k] * D[k][j];
}
#endif
