// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void subscript(int n, const int *index, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[index[i]] = a[i];
    // CHECK: subscript_indirect.c:[[@LINE-1]]:7: error: this subscript is read from an array, and this file does not show that it holds the loop variable plus a constant, clamped, wrapped or reflected at its ends; write the index as such an expression, or read one that all cells share into a variable before the region
}

void sparse(int n, const int *first, const int *column, const double *value, const double *x, double *y) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      y[i] += value[k] * x[column[k]];
    // CHECK: subscript_indirect.c:[[@LINE-1]]:28: error: this subscript is read from an array
  }
}

#else // what it says to do
void followed(int n, const int *index, const float *a, float *b) {
  const int at = index[3];
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[at];
}
#endif
