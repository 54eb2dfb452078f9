// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The advice of the message, followed: the loop of the recurrence is outside. (Where all stores are to one cell, the
// cells come in the order of the loops, and nothing needs to be done.)
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void thomas(int n, int m, double (*c)[n], double (*restrict d)[n], const double *a, const double *b) {
#pragma stencil
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n - 1; i++) {
      c[j][i] = c[j][i] / (b[i] - a[i] * c[j][i - 1]);
      // CHECK: recurrence.c:[[@LINE-1]]:42: error: 'c' is made cell by cell along 'i', each cell from the one before it, so that only the loop over 'j' can run in any order; make the loop over 'i' the outer one, and put the directive inside of it, above the loop over 'j'
      // CHECK: recurrence.c:[[@LINE-2]]:7: note: 'c' is stored here
      d[j][i + 1] = d[j][i + 1] - a[i] * d[j][i];
    }
}
#else
void thomas(int n, int m, double (*c)[n], double (*restrict d)[n], const double *a, const double *b) {
  for (int i = 1; i < n - 1; i++) {
#pragma stencil
    for (int j = 0; j < m; j++) {
      c[j][i] = c[j][i] / (b[i] - a[i] * c[j][i - 1]);
      d[j][i + 1] = d[j][i + 1] - a[i] * d[j][i];
    }
  }
}
#endif
