// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdio.h>
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
static void show(const float *x, const float *y) {
#pragma stencil home(x, y)
// CHECK: home_not_kept.c:[[@LINE-1]]:17: error: 'y' isn't kept here, so it is at home; name it in the 'keep' around this line, or leave it out
  printf("%g %g\n", x[0], y[0]);
}
void clause(int n, float *a, float *b, float *c) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
    step(n, a, b);
    show(b, c);
#pragma stencil home(b, c[k:1])
// CHECK: home_not_kept.c:[[@LINE-1]]:17: error: 'c' isn't kept here, so it is at home; name it in the 'keep' around this line, or leave it out
    printf("%g %g\n", b[k], c[k]);
  }
}
