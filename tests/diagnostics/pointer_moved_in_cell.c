// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void moved(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      float *c = a;
      a = b;
      // CHECK: pointer_moved_in_cell.c:[[@LINE-1]]:7: error: a pointer is assigned inside of a loop over cells; swap pointers after the nest
      b = c;
    }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *w = a;
    a = b;
    b = w;
  }
}
#endif
