// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose condition collects over the arrays that its body stores.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// STEPS: 1 7
// RUN-ARGS: 37 23 @ 1e-300
// RUN-ARGS: 37 23 30 50
// RUN-ARGS: 37 23 30 9000
// RUN-ARGS: 3 3 5 1e-300
#include "dump.h"

#include <math.h>

static double distance(int w, int h, double (*p)[w], double (*q)[w]) {
  double sum = 0;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      sum += fabs(p[y][x] - q[y][x]);
  return sum;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), most = arg(argc, argv, 3, 7), it = 0;
  double tolerance = argc > 4 ? atof(argv[4]) : 0;
  double(*u)[w] = array(w * h, sizeof(double)), (*v)[w] = array(w * h, sizeof(double));
  fill_double(&u[0][0], w * h, 1);
  fill_double(&v[0][0], w * h, 2);
  v[h / 2][w / 2] = 2;

#pragma stencil
  while (distance(w, h, u, v) > tolerance && it < most) {
    it++;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        u[y][x] = 0.5 * u[y][x] + 0.5 * v[y][x];
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
  }

  printf("steps %d\n", it + (distance(w, h, u, v) > tolerance && it < most ? 0 : 1));
  DUMP(it);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  return 0;
}
