// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdio.h>
void relax(int n, int steps, float *a, float *b, float *c, float *d) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      d[i] = c[i] + a[i];
    }
    float *s = a;
    a = b;
    if (t % 10 == 0)
      printf("%g\n", a[1]);
    // CHECK: host_between_moves.c:[[@LINE-2]]:5: error: the program's own code runs here, where some of the step's pointers have moved and others have not; put it before or after all of them
    b = s;
    float *r = c;
    c = d;
    d = r;
  }
}
