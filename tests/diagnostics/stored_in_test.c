// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <math.h>

static double step(int n, double *a, double *b) {
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.5 * (a[i - 1] + a[i + 1]);
  for (int i = 1; i < n - 1; i++) {
    most = fmax(most, fabs(b[i] - a[i]));
    a[i] = b[i];
  }
  return most;
}

#ifndef FOLLOWED
int tested(int n, double *a, double *b, double *heat, double eps) {
  int steps = 0;
#pragma stencil
  while ((heat[steps] = step(n, a, b)) > eps)
    // CHECK: stored_in_test.c:[[@LINE-1]]:11: error: this stores to 'heat' within a test what a step returns; give that to a variable, and store and test it behind that, as in 'while (1) { x = step(); heat[n] = x; if (x <= eps) break; n++; }'
    steps++;
  return steps;
}

void counted(int n, double *a, double *b, double *heat, double eps) {
#pragma stencil
  for (int t = 0; t < 100; t++)
    if ((heat[t] = step(n, a, b)) <= eps)
      // CHECK: stored_in_test.c:[[@LINE-1]]:10: error: this stores to 'heat' within a test what a step returns
      break;
}

#else // what it says to do
int tested(int n, double *a, double *b, double *heat, double eps) {
  int steps = 0;
  double most;
#pragma stencil
  while (1) {
    most = step(n, a, b);
    heat[steps] = most;
    if (most <= eps)
      break;
    steps++;
  }
  return steps;
}

void counted(int n, double *a, double *b, double *heat, double eps) {
  double most;
#pragma stencil
  for (int t = 0; t < 100; t++) {
    most = step(n, a, b);
    heat[t] = most;
    if (most <= eps)
      break;
  }
}
#endif
