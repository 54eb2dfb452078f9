// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests between the loops of a step that end it by elements of its arrays: before the nests, between and behind them.
// READING
// RANK: 2
// SWEEP-ONLY
// WHOLE-AT-HOME: elements at any distance along the slowest axis are read
// NO-DIAMOND
// COUNTS-STEPS
// RUN-ARGS: 24 19 40 0.3
// RUN-ARGS: 24 19 40 0.0001
// RUN-ARGS: 24 19 40 9
// RUN-ARGS: 24 19 1 0.0001
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40), t, made = 0;
  double limit = argc > 4 ? atof(argv[4]) : 0.3, value = 0;
  double(*u)[w] = array(w * h, sizeof(double)), (*v)[w] = array(w * h, sizeof(double));
  fill_double(&u[0][0], w * h, 23);
  fill_double(&v[0][0], w * h, 24);
  const int cx = w / 2, cy = h / 2;
#pragma stencil
  for (t = 0; t < most; t++) {
    if (u[cy][cx] > 100 * limit)
      break;
    value += 0.5;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
    made = t + 1;
    if (fabs(v[cy][cx] - u[cy][cx]) < 0.01 * limit)
      break;
    double(*spare)[w] = u;
    u = v;
    v = spare;
    if (u[1][1] * value > 1e3 && t > 2) {
      t++;
      break;
    }
  }
  printf("steps %d\n", t < made ? made : t);
  DUMP(t);
  DUMP(value);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  return 0;
}
