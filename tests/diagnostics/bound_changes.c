// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void bound(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < (int)a[0]; i++)
    // CHECK: bound_changes.c:[[@LINE-1]]:25: error: this bound is changed inside of the region or is no integer known before it; copy it into a variable before the region, or, where each row has its own, loop over all of the row and test in the cell, as in 'if (i >= lo[j])'
      a[i] = b[i - 1] + b[i + 1];
}

#else // what it says to do
int length(void);
void followed(int n, const int *lo, float a[n][n], float b[n][n]) {
  const int m = length();
#pragma stencil
  for (int j = 1; j < m; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      if (i >= lo[j])
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}
#endif
