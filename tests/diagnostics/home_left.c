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
#pragma stencil home(b[0:1])
    if (b[0] > 1)
      break;
    // CHECK: home_left.c:[[@LINE-1]]:7: error: this leaves the statement for which arrays are at home, before what it has written goes back; set a variable, and leave behind the statement
  }
}
