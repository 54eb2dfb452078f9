// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that run depending on what earlier steps computed: a maximum, a mode that the arms change.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @ 0
// RUN-ARGS: 12 9 @ 1
// TINY-ARGS: 3 3 @ 1
// SWEEP-ONLY
#include "dump.h"

#include <math.h>

static int by_values(int h, int w, double (*u)[w], double (*v)[w], int option, int steps) {
  double most = 1;
  int calm = 0, mode = option;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (most > 0.5 && option) {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1]) + 0.5 * u[y][x];
    } else {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = u[y][x];
      calm++;
    }
    if (mode) {
      mode = 0;
      for (int x = 1; x < w - 1; x++)
        v[1][x] = 1;
    } else {
      mode = 1 + option;
    }
    most = 0;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        most = fmax(most, fabs(v[y][x] - u[y][x]));
    double(*s)[w] = u;
    u = v;
    v = s;
  }
  return calm + 100 * mode;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23);
  int steps = arg(argc, argv, 3, 7), option = arg(argc, argv, 4, 0);
  double(*u)[w] = array((size_t)w * h, sizeof(double)), (*v)[w] = array((size_t)w * h, sizeof(double));
  fill_double(u[0], (size_t)w * h, 5);
  fill_double(v[0], (size_t)w * h, 7);
  int calm = by_values(h, w, u, v, option, steps);
  DUMP(calm);
  dump("u", u, sizeof(double), (size_t)w * h);
  dump("v", v, sizeof(double), (size_t)w * h);
  return 0;
}
