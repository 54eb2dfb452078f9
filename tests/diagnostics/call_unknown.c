// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdio.h>
#include <stdlib.h>
#ifndef FOLLOWED
void call(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = atoi("3") * (a[i - 1] + a[i + 1]);
    // CHECK: call_unknown.c:[[@LINE-1]]:12: error: 'atoi' may have side effects or is not known; write its expression out, or use a function of math.h
}

void once(int n, float *a) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    a[i] = 2 * a[i];
    srand(1);
    // CHECK: call_unknown.c:[[@LINE-1]]:5: error: 'srand' may have side effects or is not known; write its expression out, or use a function of math.h
  }
}

// What leads to the function is quoted on one short line.
struct table { double (*functions[9])(double); };
void throughPointer(int n, const struct table *table, double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    b[i] = table->functions[(n * n + 7 * n + 1) % 2 == 0 ?
                            (n / 2 + 1) % 9 : (n / 3 + 1) % 9](a[i - 1]);
  // CHECK: call_unknown.c:[[@LINE-2]]:{{[0-9]+}}: error: 'table->functions[(n * n + 7 * n + 1) ... 9 : (n / 3 + 1) % 9]' may have
}

// An arm is left out only where nothing in the step changes whether it is taken, host code included.
static int level;
void report(float *);
static void raise(int t) {
  if (printf("%d\n", t) > 2)
    level = t;
}
static void average(int n, float *a, float *b) {
  for (int i = 1; i < n - 1; i++) {
    b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    if (level == 1)
      report(a);
    // CHECK: call_unknown.c:[[@LINE-1]]:7: error: the body of 'report' is not in this file
  }
}
void levels(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    average(n, a, b);
    average(n, b, a);
    raise(t);
  }
}

// It ends without a return, so that there is no value.
static float most(const float *a, int n) {
  float found = 0;
  for (int i = 0; i < n; i++)
    found = found < a[i] ? a[i] : found;
}
float ends(int n, int steps, float *a) {
  float found = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      a[i] *= 0.5f;
    found = most(a, n);
    // CHECK: call_unknown.c:[[@LINE-1]]:13: error: 'most' may have side effects or is not known
  }
  return found;
}

#else // what it says to do
#include <math.h>
void followed(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = fabsf(a[i - 1]) + 0.5f * a[i];
}
#endif
