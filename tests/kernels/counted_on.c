// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that step the time loop's own counter, or set it, and end the loop: the counter is changed behind the region.
// READING
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 40 0.05
// RUN-ARGS: 24 19 40 1.2
// RUN-ARGS: 24 19 40 0.000001
// RUN-ARGS: 24 19 1 0.05
// RUN-ARGS: 3 3 40 0.05
#include "dump.h"
#include <math.h>

static int solve(int w, int h, int most, double tolerance, double (*a)[w], double (*b)[w], double *seen) {
  int iter, rounds = 0;
  while (rounds < 1) { // the break doesn't end this one
#pragma stencil
    for (iter = 0; iter < most; iter++) {
      double worst = 0;
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
          b[y][x] = 0.25 * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
          worst = fmax(worst, fabs(b[y][x] - a[y][x]));
        }
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          a[y][x] = b[y][x];
      if (worst < tolerance) {
        iter++;
        *seen = worst + a[h / 2][w / 2];
        break;
      } else if (worst > 1e6) {
        iter = -iter;
        break;
      }
    }
    rounds++;
  }
  return rounds == 1 ? iter : -1000;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  double tolerance = argc > 4 ? atof(argv[4]) : 0.05, seen = -1;
  double(*a)[w] = array(w * h, sizeof(double)), (*b)[w] = array(w * h, sizeof(double));
  fill_double(&a[0][0], w * h, 51);
  int iter = solve(w, h, most, tolerance, a, b, &seen);
  printf("steps %d\n", iter);
  DUMP(iter);
  DUMP(seen);
  dump("a", a, sizeof(double), w * h);
  return 0;
}
