// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The advice, followed: the recurrence is outside.
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void one_line(int n, double *c, const double *a, const double *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    c[i] = c[i] / (b[i] - a[i] * c[i - 1]);
  // CHECK: recurrence_alone.c:[[@LINE-1]]:34: error: 'c' is made cell by cell along 'i', each cell from those before it, so that no cells of this nest can be made at once; leave the nest out of the region, and put the directive before the other nests
}
// Kept steps whose loop OpenMP is said to share out: its threads would not wait for each other.
void shared(int n, int m, double (*b)[n]) {
#pragma stencil
#pragma omp parallel for
  for (int i = 1; i < m; i++)
    for (int j = 1; j < n; j++)
      b[i][j] = b[i - 1][j - 1];
  // CHECK: recurrence_alone.c:[[@LINE-1]]:17: error: 'b' is read here at a cell that this loop nest stores in another iteration
}
#else
void one_line(int n, double *c, const double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    b[i] = 2 * b[i] + a[i - 1];
  for (int i = 1; i < n; i++)
    c[i] = c[i] / (b[i] - a[i] * c[i - 1]);
}
#endif
