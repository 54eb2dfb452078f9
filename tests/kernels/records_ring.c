// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last values of what each step returns, in a ring: places by the step and by counters, tests of two of them, and a
// loop over all.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
// STEPS: 0 1 7 23
// COUNTS-STEPS
#include "dump.h"

#include <math.h>

static double smooth(int nx, int ny, double (*u)[nx], double (*v)[nx]) {
  double change = 0;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      change += fabs(v[j][i] - u[j][i]);
    }
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] = v[j][i];
  return change;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double));
  double last[6] = {0}, next[4] = {0}, all = 0;
  int n = 0, done = 0;
  fill_double(&u[0][0], cells, 41);
  fill_double(&v[0][0], cells, 42);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    done++;
    last[t % 6] = smooth(nx, ny, u, v);
    next[n++] = u[ny / 2][nx / 2];
    if (n == 4)
      n = 0;
    all = 0;
    for (int k = 0; k < 6; k++)
      all += last[k];
    if (t > 6 && fabs(last[t % 6] - last[(t + 1) % 6]) < 0.4 * last[(t + 1) % 6])
      break;
  }

  printf("steps %d\n", done);
  DUMP(n);
  DUMP(all);
  dump("last", last, sizeof(double), 6);
  dump("next", next, sizeof(double), 4);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
