// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with one end for all of their paths, and jumps behind loops: `goto out; .. out: return r;`.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 8 7 @
// SWEEP-ONLY
// NO-DIAMOND
// COUNTS-STEPS
#include "dump.h"

#include <math.h>

// In a cell: from arms and from a loop.
static double limited(double a, double b, int *kind) {
  double r;
  if (a > b) {
    r = b;
    *kind = 1;
    goto out;
  }
  if (b > 0.5) {
    if (a < -0.5)
      goto half;
    r = a;
    goto out;
  }
half:
  r = 0.5 * (a + b);
out:
  r *= 0.75;
  return r;
}

static int first(int nx, double (*u)[nx], int j, int i) {
  int k;
  for (k = -1; k <= 1; k++)
    if (u[j][i + k] > 0.25)
      goto found;
  return -2;
found:
  return k;
}

// Of a step: memory, and a test of what its nests collect.
static int step(int nx, int ny, double (*u)[nx], double (*v)[nx], double tol, int *calls) {
  int code = 0;
  double most = 0, *row = malloc(nx * sizeof *row);
  if (!row) {
    code = 2;
    goto out;
  }
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      int kind = 0;
      v[j][i] = limited(u[j][i - 1], 0.5 * (u[j - 1][i] + u[j + 1][i]), &kind);
      v[j][i] += 0.01 * kind - 0.001 * first(nx, u, j, i);
      most = fmax(most, fabs(v[j][i] - u[j][i]));
    }
  for (int i = 1; i < nx - 1; i++)
    row[i] = v[1][i];
  for (int i = 1; i < nx - 1; i++)
    v[2][i] = 0.5 * (v[2][i] + row[i]);
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] = v[j][i];
  if (most < tol)
    code = 3;
out:
  free(row);
  *calls += 1;
  return code;
}

// Of a step with an option.
static int fade(int nx, int ny, double (*u)[nx], int paused) {
  int code = 1;
  if (paused)
    goto out;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] *= 0.999;
  code = 0;
out:
  return code;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 39);
  fill_double(&v[0][0], cells, 40);
  int calls = 0, code = 0, rests = 0, paused = argc > 9;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    rests += fade(nx, ny, u, paused);
    code = step(nx, ny, u, v, 1e-3, &calls);
    if (code)
      break;
  }

  printf("steps %d\n", calls);
  DUMP(code);
  DUMP(rests);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
