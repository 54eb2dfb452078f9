// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step that may end between its nests, when the pointers have been exchanged.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// STEPS: 1 7
// RUN-ARGS: 37 23 @ 0
// RUN-ARGS: 37 23 30 0.1
// RUN-ARGS: 37 23 30 0.2
// RUN-ARGS: 37 23 30 0.25
// RUN-ARGS: 37 23 30 9
// RUN-ARGS: 3 3 5 0
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), most = arg(argc, argv, 3, 7), t;
  double tolerance = argc > 4 ? atof(argv[4]) : 0, change = 0;
  double(*u)[w] = array(w * h, sizeof(double)), (*v)[w] = array(w * h, sizeof(double)), (*first)[w] = u;
  fill_double(&u[0][0], w * h, 1);
  fill_double(&v[0][0], w * h, 2);

#pragma stencil
  for (t = 0; t < most; t++) {
    change = 0;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
        change = fmax(change, fabs(v[y][x] - u[y][x]));
      }
    double(*swap)[w] = u;
    u = v;
    v = swap;
    if (change < tolerance)
      break;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y][x] = 0.5 * u[y][x] + 0.25 * (u[y][x - 1] + u[y + 1][x]);
  }

  printf("steps %d\n", t < most ? t + 1 : t);
  DUMP(change);
  printf("moved %d\n", u != first);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  return 0;
}
