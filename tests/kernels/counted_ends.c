// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that end the time loop by setting its counter to the loop's end, where a step ends: what the counter is behind
// the loop, what an arm says before it sets the counter, an arm beside others.
// READING
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 @ 0.05 1e9
// RUN-ARGS: 24 19 40 1.2 1e9
// RUN-ARGS: 24 19 40 0.75 1e9
// RUN-ARGS: 24 19 40 0.05 300
// RUN-ARGS: 24 19 40 0.05 1
// RUN-ARGS: 3 3 40 0.05 0
#include "dump.h"
#include <math.h>

static int begun, ended;

static int solve(int w, int h, int most, double tolerance, double cap, double (*a)[w], double (*b)[w]) {
  int t;
#pragma stencil
  for (t = 1; t <= most; t += 1) {
    double err = 0, sum = 0;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        b[y][x] = 0.25 * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
        err = fmax(err, fabs(b[y][x] - a[y][x]));
        sum += b[y][x];
      }
    begun = t;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        a[y][x] = b[y][x];
    if (t > 3) {
      if (err < tolerance) {
        ended = t + 100 * (a[h / 2][w / 2] > 0);
        t = most;
      } else if (sum > 2 * cap)
        t = most + 7;
      else if (sum > cap) {
        ended = -t;
        t = most;
      }
    }
  }
  return t;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  double tolerance = argc > 4 ? atof(argv[4]) : 0.05, cap = argc > 5 ? atof(argv[5]) : 1e9;
  double(*a)[w] = array(w * h, sizeof(double)), (*b)[w] = array(w * h, sizeof(double));
  fill_double(&a[0][0], w * h, 51);
  fill_double(&b[0][0], w * h, 52);
  int last = solve(w, h, most, tolerance, cap, a, b);
  printf("steps %d\n", begun);
  DUMP(ended);
  DUMP(last);
  dump("a", a, sizeof(double), w * h);
  dump("b", b, sizeof(double), w * h);
  return 0;
}
