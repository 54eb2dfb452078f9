// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relaxation that looks at its residual every few steps: what a nest collects is printed, changed, and ends the loop, by
// the region's own test or by the host code's break.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 @ 0 0
// RUN-ARGS: 24 19 40 0.02 0
// RUN-ARGS: 24 19 40 0 9
// RUN-ARGS: 3 3 40 0 0
// STEPS: 0 1 12
// HOST: every 5 from 4
#include "dump.h"
#include <math.h>

static int enough(const double *u, int n, double limit) {
  printf("middle %a\n", u[n / 2]);
  return limit > 0;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 12);
  double tolerance = argc > 4 ? atof(argv[4]) : 0, limit = argc > 5 ? atof(argv[5]) : 0;
  size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof(double)), *b = array(cells, sizeof(double));
  fill_double(a, cells, 81);
  fill_double(b, cells, 82);
  double err = 0, sum = 0;
  int t, done = 0;

#pragma stencil
  for (t = 0; t < most; t++) {
    err = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j * nx + i] = 0.25 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
        double d = fabs(b[j * nx + i] - a[j * nx + i]);
        err = fmax(err, d);
        sum += d;
      }
    double *spare = a;
    a = b;
    b = spare;
    if (t % 5 == 4) {
      printf("step %d: %a, %a\n", t, err, sum);
      sum = 0;
      if (t > limit && enough(a, (int)cells, limit)) {
        done = 1;
        break;
      }
    }
    if (err < tolerance)
      break;
  }

  printf("steps %d\n", t < most ? t + 1 : t);
  DUMP(t);
  DUMP(done);
  DUMP(err);
  DUMP(sum);
  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  return 0;
}
