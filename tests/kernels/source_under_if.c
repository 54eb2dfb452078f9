// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources that work in some steps only, one of them from a signal that is shorter than the run, and at places that are
// given as one number in a flat array.
// READING
// RANK: 2
// RUN-ARGS: 24 19 @ 3
// RUN-ARGS: 24 19 @ 40
// RUN-ARGS: 8 9 @ 2
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  int length = arg(argc, argv, 4, 3), source = (ny / 2) * nx + nx / 3, row = ny / 3;
  size_t cells = (size_t)nx * ny;
  double *old = array(cells, sizeof(double)), *now = array(cells, sizeof(double)), *next = array(cells, sizeof(double));
  double *signal = array(length, sizeof(double));
  fill_double(old, cells, 51);
  fill_double(now, cells, 52);
  fill_double(next, cells, 53);
  fill_double(signal, length, 54);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double strength = 0.5 - 0.125 * (t % 8);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int c = j * nx + i;
        next[c] = 2.0 * now[c] - old[c] + 0.2 * (now[c - 1] + now[c + 1] + now[c - nx] + now[c + nx] - 4.0 * now[c]);
      }
    if (t < length)
      next[source] += signal[t];
    if (t % 3 == 0)
      next[row * nx + 4] += strength;
    else {
      next[row * nx + 4] *= 0.5;
    }
    next[source - 2 * nx] += 0.25 * strength;
    double *spare = old;
    old = now;
    now = next;
    next = spare;
  }

  dump("old", old, sizeof(double), cells);
  dump("now", now, sizeof(double), cells);
  dump("next", next, sizeof(double), cells);
  return 0;
}
