// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that push what they make to their neighbours on a ring: every element gets one value, from one cell.
// The lengths are constants.
// READING
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
// RANK: 2
// REGION: @
// RUN-ARGS: @
// RUN-ARGS: 7
#include "dump.h"

#define W 22
#define H 15

static const int ex[5] = {0, 1, 0, -1, 0}, ey[5] = {0, 0, 1, 0, -1};
static double f[H][W][5], g[H][W][5];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 4);
  fill_double(f[0][0], H * W * 5, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        double sum = 0;
        for (int q = 0; q < 5; q++)
          sum += f[y][x][q];
        for (int q = 0; q < 5; q++)
          g[(y + ey[q] + H) % H][(x + ex[q] + W) % W][q] = f[y][x][q] - 0.3 * (f[y][x][q] - 0.2 * sum);
      }
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        for (int q = 0; q < 5; q++)
          f[y][x][q] = g[y][x][q];
  }
  dump("f", f, sizeof(double), H * W * 5);
  return 0;
}
