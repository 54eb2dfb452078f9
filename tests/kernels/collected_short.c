// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that only collect, over so few cells that their loops could be written out, beside a loop in a cell.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

#include <math.h>

#define W 33
#define H 21
static double u[H][W], v[H][W];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7), t;
  static const double c[3] = {0.25, 0.5, 0.25};
  fill_double(&u[0][0], W * H, 1);
  fill_double(&v[0][0], W * H, 2);
  double top = 0, sum = 0;

#pragma stencil
  for (t = 0; t < steps; t++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
    top = 0;
    sum = 0;
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        double mean = 0;
        for (int d = -1; d <= 1; d++)
          mean += c[d + 1] * v[y][x + d];
        top = fmax(top, fabs(mean - u[y][x]));
      }
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        sum += v[y][x];
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        u[y][x] = v[y][x];
    if (top < 1e-2)
      break;
  }
  DUMP(t);
  DUMP(top);
  DUMP(sum);
  dump("u", u, sizeof(double), W * H);
  return 0;
}
