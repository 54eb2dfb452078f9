// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Over-relaxation in two colours until the residual is small: a maximum and a sum over the cells of each colour.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 @ 0.01
// RUN-ARGS: 24 19 60 0.1
// RUN-ARGS: 3 3 40 0.05
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  double tolerance = argc > 4 ? atof(argv[4]) : 0.01;
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 69);
  double err = 1e30, sum = 0;
  int t;

#pragma stencil
  for (t = 0; t < most && err > tolerance; t++) {
    err = 0;
    for (int c = 0; c < 2; c++) {
      for (int j = 1; j < ny - 1; j++) {
        for (int i = 1 + (j + c) % 2; i < nx - 1; i += 2) {
          double r = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) - u[j][i];
          err = fmax(err, fabs(r));
          sum += r * r;
          u[j][i] += 1.5 * r;
        }
      }
    }
  }

  printf("steps %d\n", t);
  DUMP(t);
  DUMP(err);
  DUMP(sum);
  dump("u", u, sizeof(double), cells);
  return 0;
}
