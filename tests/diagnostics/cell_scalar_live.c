// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
float live(int n, float *a, float *b) {
  float difference = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    difference = a[i + 1] - a[i - 1];
    // CHECK: cell_scalar_live.c:[[@LINE-1]]:5: error: 'difference' may be read after the region, but cells have no order in which one would be the last; declare 'difference' inside of the loop
    b[i] = difference;
  }
  return difference;
}

#else // what it says to do
float followed(int n, int steps, float *a, float *b) {
  float difference = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float difference = a[i + 1] - a[i - 1];
      b[i] = difference * difference;
    }
    float *w = a;
    a = b;
    b = w;
  }
  return difference;
}
#endif
