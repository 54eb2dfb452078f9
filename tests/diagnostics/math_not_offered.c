// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <math.h>
void f(int n, double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = ldexp(a[i - 1], 2) + a[i + 1];
  // CHECK: math_not_offered.c:[[@LINE-1]]:12: error: 'ldexp' is not among the functions of math.h that a cell may call; write its expression out with those, and with comparisons
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = signbit(a[i - 1]) ? a[i - 1] : a[i + 1];
  // CHECK: math_not_offered.c:[[@LINE-1]]:12: error: '__builtin_signbit' is not among the functions of math.h that a cell may call
}
