// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relaxation until the change is small: a maximum in the loop's own condition, a sum with a break.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 @ 0.05 0.1
// RUN-ARGS: 24 19 40 1.2 0.1
// RUN-ARGS: 24 19 40 0.75 0.1
// RUN-ARGS: 24 19 40 0.05 20
// RUN-ARGS: 24 19 40 0.05 200
// RUN-ARGS: 3 3 40 0.05 0
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  double tolerance = argc > 4 ? atof(argv[4]) : 0.05, small = argc > 5 ? atof(argv[5]) : 0.1;
  size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof(double)), *b = array(cells, sizeof(double));
  fill_double(a, cells, 51);
  fill_double(b, cells, 52);
  double err = 1e30, sum = 1e30;
  int t;

#pragma stencil
  for (t = 0; t < most && err > tolerance; t++) {
    err = 0;
    sum = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j * nx + i] = 0.25 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
        double d = fabs(b[j * nx + i] - a[j * nx + i]);
        if (d > err)
          err = d;
        sum += d * d;
      }
    double *spare = a;
    a = b;
    b = spare;
    if (sum < small)
      break;
  }

  printf("steps %d\n", t < most && sum < small ? t + 1 : t);
  DUMP(t);
  DUMP(err);
  DUMP(sum);
  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  return 0;
}
