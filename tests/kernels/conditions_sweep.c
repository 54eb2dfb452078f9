// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of time loops that make the step, by a function that does; a loop without one, and a test that counts on.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// STEPS: 1 7
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 37 23 @ 0
// RUN-ARGS: 37 23 30 0.1
// RUN-ARGS: 37 23 30 9
// RUN-ARGS: 3 3 5 0
#include "dump.h"

#include <math.h>

static double sweep(int w, int h, double (*p)[w], double (*q)[w]) {
  double change = 0;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      q[y][x] = 0.25 * (p[y][x - 1] + p[y][x + 1] + p[y - 1][x] + p[y + 1][x]);
      change = fmax(change, fabs(q[y][x] - p[y][x]));
    }
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      p[y][x] = q[y][x];
  return change;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), most = arg(argc, argv, 3, 7), it = 0;
  double tolerance = argc > 4 ? atof(argv[4]) : 0, change = 0;
  double(*u)[w] = array(w * h, sizeof(double)), (*v)[w] = array(w * h, sizeof(double));
  fill_double(&u[0][0], w * h, 1);
  fill_double(&v[0][0], w * h, 2);

#pragma stencil
  while (it < most && sweep(w, h, u, v) > tolerance)
    it++;

  printf("steps %d\n", it < most ? it + 1 : it);
  DUMP(it);
  DUMP(change);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  fill_double(&u[0][0], w * h, 1);
  fill_double(&v[0][0], w * h, 2);

#pragma stencil
  for (it = 0; it < most && (change = sweep(w, h, u, v)) > tolerance; it++)
    ;

  DUMP(it);
  DUMP(change);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  fill_double(&u[0][0], w * h, 1);
  fill_double(&v[0][0], w * h, 2);
  it = 0;

#pragma stencil
  for (;;) {
    if ((change = sweep(w, h, u, v)) <= tolerance)
      break;
    if (++it >= most)
      break;
  }

  DUMP(it);
  DUMP(change);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  return 0;
}
