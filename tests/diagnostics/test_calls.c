// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdio.h>
#include <stdlib.h>
#ifndef FOLLOWED
void lines(int n, double *u, double *v) {
  char line[80];
#pragma stencil
  while (fgets(line, sizeof line, stdin) != NULL) {
    double k = atof(line);
    // CHECK: test_calls.c:[[@LINE-2]]:10: error: 'fgets' is no part of the stencil, and the test of the time loop can't stop for it; make the test in the loop, as in 'while (1) { if (!(..)) break; .. }'
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

void most(int n, int steps, double *u, double *v) {
  double k;
#pragma stencil
  for (int t = 0; t < steps && scanf("%lf", &k) == 1; t++) {
    // CHECK: test_calls.c:[[@LINE-1]]:32: error: 'scanf' is no part of the stencil
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

#else // what it says to do
void lines(int n, double *u, double *v) {
  char line[80];
  double k = 0;
#pragma stencil
  while (1) {
    if (!(fgets(line, sizeof line, stdin) != NULL))
      break;
    k = atof(line);
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

void most(int n, int steps, double *u, double *v) {
  double k;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (!(scanf("%lf", &k) == 1))
      break;
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
#endif
