// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of several returns that choose an element by a floating number: the upwind neighbour, and the bin of a value.
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 6 @
#include "dump.h"

static int upwind(float v, int i) {
  if (v > 0.25f)
    return i - 1;
  if (v < -0.5f)
    return i + 2;
  return i + 1;
}

static int bin(double x) {
  int k = (int)(x * 4);
  if (k < 0)
    k = 0;
  return k > 5 ? 5 : k;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  double *u = array(n, sizeof *u), *v = array(n, sizeof *v), *c = array(n, sizeof *c);
  fill_double(u, n, 3);
  fill_double(v, n, 4);
  fill_double(c, n, 5);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 2; i++) {
      int e = upwind(c[i] + 1e-9, i);
      v[i] = u[i] + 0.25 * (u[e] - u[i]) + 0.125 * bin(u[i + 1]);
    }
    for (int i = 1; i < n - 2; i++)
      u[i] = v[i];
  }
  dump("u", u, sizeof *u, n);
  dump("v", v, sizeof *v, n);
  return 0;
}
