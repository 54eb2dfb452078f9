// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
unsigned sleep(unsigned seconds);
#ifndef FOLLOWED
void shown(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      sleep(1);
      // CHECK: wait_in_cell.c:[[@LINE-1]]:7: error: 'sleep' can't be called for a cell, since cells have no order; call it between the nests of the time loop, or outside of the region
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

#else // what it says to do
void shown(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    sleep(1);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
#endif
