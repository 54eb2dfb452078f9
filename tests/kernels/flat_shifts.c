// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all cells of a flat array that is a ring along both axes, with neighbours as remainders of sums with the
// counter: by variables and by constants.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// RUN-ARGS: 300 5 @
// TINY-ARGS: 1 1 @
// TINY-ARGS: 2 1 @
// REGION: @
// REGION: @
#include "dump.h"
#define L 12
#define L2 (L * L)

static double a[L2], b[L2];

static void torus(int w, int h, int steps, double *u, double *v) {
  const int n = w * h;
  int i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 0; i < n; i++) {
      double sum = u[(i + 1) % w + i / w * w] + u[(i - 1 + w) % w + i / w * w];
      sum += u[(i + w) % (w * h)] + u[(i - w + w * h) % (w * h)];
      v[i] = 0.5 * u[i] + 0.125 * sum;
    }
    for (i = 0; i < n; i++)
      u[i] = v[i];
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 9);
  double *u = array((size_t)w * h, sizeof *u), *v = array((size_t)w * h, sizeof *v);
  fill_double(u, (size_t)w * h, 1);
  fill_double(a, L2, 2);
  int i;

  torus(w, h, steps, u, v);
  dump("u", u, sizeof(double), (size_t)w * h);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 0; i < L2; i++)
      b[i] = a[(i - L + L2) % L2] + a[(i + L) % L2] + a[(i + 1) % L + (i / L) * L] + a[(L + i - 1) % L + (i / L) * L] -
             3.5 * a[(i + 2 * L) % L2];
    for (i = 0; i < L2; i++)
      a[i] = b[i] / 4;
  }
  dump("a", a, sizeof(double), L2);
  return 0;
}
