// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void bound(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int j = 1; j < n; j++)
    for (int i = j - 1; i < j + 1; i++)
    // CHECK: bound_depends_on_loop.c:[[@LINE-1]]:18: error: this bound depends on an outer loop's variable; let the loop go as far as it does in any row, with an 'if' in the cell, where all rows of its arrays are that long
      b[j][i] = a[j - 1][i];
}

void rows(int n, float **a, float **b) { // which may be shorter each
#pragma stencil
  for (int j = 1; j < n; j++)
    for (int i = 0; i < j; i++)
    // CHECK: bound_depends_on_loop.c:[[@LINE-1]]:25: error: this bound depends on an outer loop's variable;
      b[j][i] = a[j][i] + 1;
}

double sum(int n, double (*x)[n]) {
  double s = 0;
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < j; i++)
    // CHECK: bound_depends_on_loop.c:[[@LINE-1]]:25: error: this bound depends on an outer loop's variable;
      s += x[j][i];
  return s;
}

#else // what it says to do
double sum(int n, double (*x)[n]) {
  double s = 0;
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (i < j)
        s += x[j][i];
  return s;
}

void followed(int n, float a[n][n], float b[n][n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      if (i >= j - 1 && i < j + 1)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}

// A triangle by itself, where all rows are as long.
void alone(int n, const double *u, double *v) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      v[j * n + i] = u[j * n + i - 1] - u[j * n + i];
}
#endif
