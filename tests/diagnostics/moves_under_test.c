// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DEVERY_STEP
// RUN: %kasane %s -o-dir %t -- -DLOOPS
void moves(int n, int steps, int option, float *a, float *b) {
#ifdef LOOPS
  if (option) {
#pragma stencil
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
      float *c = a;
      a = b;
      b = c;
    }
  } else {
#pragma stencil
    for (int t = 0; t < steps; t++)
      for (int i = 1; i < n - 1; i++)
        a[i] = 2 * a[i];
  }
#else
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (option) {
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
#ifndef EVERY_STEP
      float *c = a;
      a = b;
      // CHECK: moves_under_test.c:[[@LINE-1]]:7: error: 'a' leads to another array from here on, but only where a condition holds; move pointers in every step, and let the arms differ in what they store, or give each arm a time loop and a directive of its own
      b = c;
#endif
    } else {
      for (int i = 1; i < n - 1; i++)
#ifdef EVERY_STEP
        b[i] = 2 * a[i];
#else
        a[i] = 2 * a[i];
#endif
    }
#ifdef EVERY_STEP
    float *c = a;
    a = b;
    b = c;
#endif
  }
#endif
}
