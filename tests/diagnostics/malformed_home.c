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
#pragma stencil home(b[k])
// CHECK: malformed_home.c:[[@LINE-1]]:22: error: the argument of 'home' is no list of arrays or of parts of them; write home(A), or home(A[k:n]) for A[k] and what follows, n in all, with values that change nothing
    printf("%g\n", b[k]);
#pragma stencil home(b[k : n = 2])
// CHECK: malformed_home.c:[[@LINE-1]]:22: error: the argument of 'home' is no list of arrays or of parts of them; write home(A), or home(A[k:n]) for A[k] and what follows, n in all, with values that change nothing
    printf("%g\n", b[k]);
#pragma stencil home
// CHECK: malformed_home.c:[[@LINE-1]]:17: error: the argument of 'home' is no list of arrays or of parts of them; write home(A), or home(A[k:n]) for A[k] and what follows, n in all, with values that change nothing
    printf("%g\n", b[k]);
  }
}
