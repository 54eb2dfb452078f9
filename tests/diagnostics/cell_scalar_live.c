// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
// A short loop of the cell may be left before its last round.
float live(int n, float *a, float *b) {
  float difference = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    for (int k = 0; k < 4; k++) {
      difference = a[i + 1] - k * a[i - 1];
      // CHECK: cell_scalar_live.c:[[@LINE-1]]:7: error: 'difference' is read after the region, and it can't be seen which cell sets it last; set another variable in the cell, 'last = difference', and read that
      if (difference < 0)
        break;
    }
    b[i] = difference;
  }
  return difference;
}

#else // what it says to do
float followed(int n, float *a, float *b) {
  float difference, last = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    for (int k = 0; k < 4; k++) {
      difference = a[i + 1] - k * a[i - 1];
      if (difference < 0)
        break;
    }
    last = difference;
    b[i] = difference;
  }
  return last;
}
#endif
