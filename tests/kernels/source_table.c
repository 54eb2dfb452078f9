// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values for each step from arrays that the region doesn't change: a source's signal, a factor with a period, the next
// step's boundary value.
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  int jc = ny / 2, ic = nx / 3;
  size_t cells = (size_t)nx * ny;
  double *old = array(cells, sizeof(double)), *now = array(cells, sizeof(double)), *next = array(cells, sizeof(double));
  double *signal = array(steps, sizeof(double));
  float edge[steps + 1], season[12];
  fill_double(old, cells, 51);
  fill_double(now, cells, 52);
  fill_double(next, cells, 53);
  fill_double(signal, steps, 54);
  fill_float(edge, steps + 1, 55);
  fill_float(season, 12, 56);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double strength = 0.25 * signal[t];
    int month = t % 12;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        next[j * nx + i] = 2.0 * now[j * nx + i] - old[j * nx + i] +
                           0.2 * season[month] * (now[j * nx + i - 1] + now[j * nx + i + 1] + now[(j - 1) * nx + i] +
                                                  now[(j + 1) * nx + i] - 4.0 * now[j * nx + i]);
    next[jc * nx + ic] += strength;
    next[jc * nx + ic + 2] += 0.5 * signal[steps - 1 - t];
    for (int j = 0; j < ny; j++)
      next[j * nx] = j % 2 ? edge[t + 1] - edge[t] : season[(t + 5) % 12];
    double *spare = old;
    old = now;
    now = next;
    next = spare;
  }

  double *third = array(3 * steps, sizeof(double));
  fill_double(third, 3 * steps, 57);
#pragma stencil
  for (int t = 0; t < 3 * steps; t += 3) {
    double strength = third[t + 2] - third[t];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        now[j * nx + i] += strength * old[j * nx + i + 1];
  }

  dump("old", old, sizeof(double), cells);
  dump("now", now, sizeof(double), cells);
  dump("next", next, sizeof(double), cells);
  return 0;
}
