// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void bound(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    n = n - 1;
    // CHECK: bound_assigned.c:[[@LINE-1]]:5: error: 'n' is in the bound of a loop and is changed inside of the region; copy it into a variable before the region, and let the loop count to that
    // CHECK: bound_assigned.c:[[@LINE-4]]:25: note: the loop is here
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
  int m = n - 1, last = m;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < last; i++)
      b[i] = a[i - 1] + a[i + 1];
    m = t;
    for (int i = 1; i < last; i++)
      a[i] = b[i];
  }
}
#endif
