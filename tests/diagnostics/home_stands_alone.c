// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdio.h>
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
    step(n, a, b);
#pragma stencil home(b) depth(2)
// CHECK: home_stands_alone.c:[[@LINE-1]]:17: error: 'home' is no clause of a region or of another directive; give it a directive of its own before the statement that looks at the arrays
    printf("%g\n", b[k]);
  }
}
