// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that hand the old values of a line that is updated in place from cell to cell, and are read behind it.
// READING
// RANK: 1
// NO-DIAMOND
// RUN-ARGS: 301 @
// RUN-ARGS: 4 @
// TINY-ARGS: 1 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
#include "dump.h"

static void fromTheFirst(int n, int steps, double *u) {
  double prev, cur;
  int i, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    prev = u[0];
    for (i = 1; i < n - 1; i++) {
      cur = u[i];
      u[i] = 0.25 * prev + 0.5 * cur + 0.25 * u[i + 1];
      prev = cur;
    }
  }
}

static void fromZero(int n, int steps, const float *u, float *v, float *w) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float before = 0.5f;
    for (int i = 0; i <= n - 1; i++) {
      v[i] = before + w[i];
      before = u[i];
    }
    for (int i = 0; i < n; i++)
      w[i] = 0.25f * v[i];
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 301), steps = arg(argc, argv, 2, 7);
  double *d = array(n, sizeof(double));
  fill_double(d, n, 1);
  fromTheFirst(n, steps, d);
  dump("d", d, sizeof(double), n);
  float *u = array(n, sizeof(float)), *v = array(n, sizeof(float)), *w = array(n, sizeof(float));
  fill_float(u, n, 2);
  fill_float(w, n, 3);
  fromZero(n, steps, u, v, w);
  dump("v", v, sizeof(float), n);
  dump("w", w, sizeof(float), n);
  return 0;
}
