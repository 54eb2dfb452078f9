// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with loops of their own that return what they collect: a residual, a largest change, the place of the
// widest value, of globals and parameters.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 21 17 @
// RUN-ARGS: 3 5 @
// STEPS: 1 7
// COUNTS-STEPS
#include "dump.h"

#include <math.h>

static int nx, ny;
static double *u, *v;

static double residual(void) {
  double sum = 0;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      double d = v[j * nx + i] - u[j * nx + i];
      sum += d * d;
    }
  return sqrt(sum);
}

static float largest(const double *field) {
  float most = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (field[j * nx + i] > most)
        most = field[j * nx + i];
  return most;
}

static double magnitude(double x) {
  double value;
  if (x >= 0)
    value = x;
  else
    value = -x;
  return value;
}

// A function that stands in the test and again behind it.
static double widest(const double *field, int *where) {
  double most = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (most < magnitude(field[j * nx + i])) {
        most = magnitude(field[j * nx + i]);
        *where = j * nx + i;
      }
  return most;
}

int main(int argc, char **argv) {
  nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 17);
  int steps = arg(argc, argv, 3, 7), made = 0;
  u = array((size_t)nx * ny, sizeof(double)), v = array((size_t)nx * ny, sizeof(double));
  fill_double(u, (size_t)nx * ny, 95);
  fill_double(v, (size_t)nx * ny, 96);
  double norm = 1, top = 0, wide = 0;
  int where = -1;

#pragma stencil
  while (norm > 1e-9 && made < steps) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
    norm = residual();
    double most = largest(v);
    top = 0.5 * top + most;
    wide = 0.25 * wide + widest(v, &where);
    double *keep = u;
    u = v;
    v = keep;
    made++;
  }
  printf("steps %d\n", made);
  DUMP(norm);
  DUMP(top);
  DUMP(wide);
  DUMP(where);
  dump("u", u, sizeof(double), (size_t)nx * ny);
  dump("v", v, sizeof(double), (size_t)nx * ny);
  return 0;
}
