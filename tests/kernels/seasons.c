// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of each cell for seasons that the step finds out: a quotient, a remainder, an entry of a calendar.
// READING
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 4 3 @
// STEPS: 0 1 11
#include "dump.h"

#define SEASONS 4
#define NY 18
#define NX 23
static double normal[SEASONS][NY][NX];
static float wind[SEASONS];
static struct {
  double heat, share[2];
} ground[SEASONS][NX];
static int calendar[16] = {0, 3, 1, 1, 2, 0, 3, 2, 2, 1, 0, 3};

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, NX), ny = arg(argc, argv, 2, NY), steps = arg(argc, argv, 3, 11);
  double(*u)[nx] = array((size_t)nx * ny, sizeof(double)), (*v)[nx] = array((size_t)nx * ny, sizeof(double));
  fill_double(&normal[0][0][0], SEASONS * NY * NX, 91);
  fill_float(wind, SEASONS, 92);
  fill_double(&ground[0][0].heat, SEASONS * NX * 3, 95);
  fill_double(&u[0][0], (size_t)nx * ny, 93);
  fill_double(&v[0][0], (size_t)nx * ny, 94);

#pragma stencil
  for (int day = 0; day < steps; day++) {
    int season = (day / 3) % SEASONS;
    double next = (day % 3) / 3.0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        double goal = (1 - next) * normal[season][j][i] + next * normal[(season + 1) % SEASONS][j][i - 1];
        v[j][i] = u[j][i] + 0.1 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - 4 * u[j][i]) +
                  0.02 * ground[day / 2 % SEASONS][i].heat * ground[season][i + 1].share[1] + 0.05 * (goal - u[j][i]) * wind[season] + 0.01 * normal[calendar[day]][j - 2 < 0 ? 0 : j - 2][i];
      }
    double(*keep)[nx] = u;
    u = v;
    v = keep;
  }
  dump("u", u, sizeof(double), (size_t)nx * ny);
  dump("v", v, sizeof(double), (size_t)nx * ny);
  return 0;
}
