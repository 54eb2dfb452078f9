// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test stands between the update and the copy, so the last step is made in part.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 21 17 @ 0.01
// RUN-ARGS: 21 17 30 0.6
// RUN-ARGS: 21 17 30 0.45
// RUN-ARGS: 21 17 30 10
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 17), most = arg(argc, argv, 3, 30);
  float tolerance = argc > 4 ? (float)atof(argv[4]) : 0.1f;
  size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float));
  float(*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 61);
  fill_float(&v[0][0], cells, 62);
  int made = 0;
  float worst = -1;

#pragma stencil
  for (int n = 0; n < most; n++) {
    made++;
    worst = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        v[j][i] = 0.5f * u[j][i] + 0.125f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        worst = fmaxf(worst, fabsf(v[j][i] - u[j][i]));
      }
    if (worst < tolerance)
      break;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
  }

  printf("steps %d\n", made);
  DUMP(worst);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
