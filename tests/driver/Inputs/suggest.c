// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops without directives: some would gain, some not, and of some a line stands in the way.
#include "suggest.h"

void heat(int n, int steps, float (*a)[n], float (*b)[n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[j][i] = b[j][i] = 0;
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    float(*c)[n] = a;
    a = b;
    b = c;
  }
}

void apart(int n, int w, int steps, double (*u)[n]) {
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++)
      for (int i = w; i < n - 1; i++)
        u[j][i] = 0.25 * (u[j][i - w] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}

// The nest alone can be a region.
void early(int n, int steps, double (*u)[n], double (*v)[n]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        v[j][i] = u[j][i - 1] + u[j][i + 1];
    if (t > 0 && v[1][1] > 1)
      return;
  }
}

static float few[8][8], others[8][8];
void small(void) {
  for (int j = 1; j < 7; j++)
    for (int i = 1; i < 7; i++)
      others[j][i] = few[j][i - 1] + few[j][i + 1];
}

void called(int n, double *u, double *v) {
  sweep(n, u, v); // whose loops are in a header
}

#define LOOPS(j, i) \
  for (int j = 0; j < n; j++) \
    for (int i = 0; i < n; i++) { \
      u[j][i] = v[j][i]; \
    }
void hidden(int n, double (*u)[n], double (*v)[n]) { LOOPS(j, i) }
