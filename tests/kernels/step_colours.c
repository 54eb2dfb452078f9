// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of a step that hold the new values of one colour, or of every other row: nests store and read the same cells.
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 17 12 @
// RUN-ARGS: 5 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  double(*u)[w] = array(w * h, sizeof(double));
  fill_double(&u[0][0], w * h, 17);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double(*made)[w] = malloc(h * sizeof *made);
    for (int colour = 0; colour < 2; colour++) {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          if ((x + y) % 2 == colour)
            made[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          if ((x + y) % 2 == colour && t != 2)
            u[y][x] = made[y][x];
    }
    free(made);
    double rows[h][w];
    for (int y = 1; y < h - 1; y += 2)
      for (int x = 0; x < w; x++)
        rows[y][x] = u[y - 1][x] + u[y + 1][x];
    for (int y = 1; y < h - 1; y += 2)
      for (int x = 0; x < w - 2; x++)
        u[y][x] -= 0.125 * rows[y][x];
  }
  dump("u", u, sizeof(double), w * h);
  return 0;
}
