// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that leave the time loop by returns and by gotos: what they say of steps, sums and arrays comes after the
// region.
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

static int begun;

static double solve(int w, int h, int most, double tolerance, double cap, double (**out)[w], double (*a)[w],
                    double (*b)[w]) {
  double err = -1;
#pragma stencil
  for (int t = 0; t < most; t++) {
    double sum = 0, first = err;
    err = 0;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        b[y][x] = 0.25 * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
        err = fmax(err, fabs(b[y][x] - a[y][x]));
        sum += b[y][x];
      }
    begun = t + 1;
    double(*spare)[w] = a;
    a = b;
    b = spare;
    if (t > 3) {
      if (err < tolerance) {
        double middle = a[h / 2][w / 2];
        for (int x = 0; x < w; x++)
          middle += a[h / 2][x] * t;
        *out = b;
        return first + middle;
      } else if (sum > 2 * cap)
        return -sum;
      else if (sum > cap)
        goto many;
    }
  }
  *out = a;
  return err;
many:
  begun += 1000;
  *out = b;
  return -1;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  double tolerance = argc > 4 ? atof(argv[4]) : 0.05, cap = argc > 5 ? atof(argv[5]) : 1e9;
  double(*a)[w] = array(w * h, sizeof(double)), (*b)[w] = array(w * h, sizeof(double)), (*out)[w] = a;
  fill_double(&a[0][0], w * h, 51);
  fill_double(&b[0][0], w * h, 52);
  double value = solve(w, h, most, tolerance, cap, &out, a, b);
  printf("steps %d\n", begun % 1000);
  DUMP(begun);
  DUMP(value);
  int which = out == b;
  DUMP(which);
  dump("a", a, sizeof(double), w * h);
  dump("b", b, sizeof(double), w * h);
  return 0;
}
