// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static variables of functions that the steps call: counters, sums, a first call, coefficients; beside calls elsewhere.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 11 @
// TINY-ARGS: 1 2 @
// REGION: @
// REGION: @
// SWEEP-ONLY
#include "dump.h"
#include <math.h>

static double step(int nx, int ny, double (*u)[nx], double (*v)[nx]) {
  static int calls = 0;
  static double total, weight = 0.25;
  static unsigned char first = 1;
  const double before = total;
  if (first)
    weight *= 1.0 + 1.0 / 64;
  first = 0;
  calls++;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      v[j][i] = weight * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + 1e-3 * calls;
  total += 0.5 * calls;
  return before;
}

// Another one has a variable of that name.
static void source(int nx, int ny, double (*v)[nx]) {
  static int calls = 3;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      v[j][i] += calls % 2 ? 1e-2 : -1e-2;
  if (calls > 6)
    calls = 0;
  else
    calls += 1;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), calls = 5;
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double)), last = -1;
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    last = step(nx, ny, u, v);
    source(nx, ny, v);
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  printf("%a %a\n", last, step(nx, ny, v, u));

  // What one region has left there the next one finds.
#pragma stencil
  for (int t = 0; t < steps; t++) {
    source(nx, ny, v);
    step(nx, ny, v, u);
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  printf("%a %d\n", step(nx, ny, u, v), calls);

  dump("u", *u, sizeof **u, nx * ny);
  dump("v", *v, sizeof **v, nx * ny);
}
