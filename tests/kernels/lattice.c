// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directions and weights from constant tables, in a short loop of the cell; the largest value by a function of the file.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 4 5 @
#include "dump.h"

#define FAR 2
static const int ex[5] = {0, 1, -1, 0}, ey[2][5] = {{0}, {0, 0, 0, FAR - 1, -1}};
static const float weight[5] = {0.5f, 0.125f, 0.125f, 0.0625f, 0.1875f};

static float larger(float a, float b) { return a > b ? a : b; }

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*f)[nx] = array(cells, sizeof(float)), (*g)[nx] = array(cells, sizeof(float)), top = -3;
  fill_float(&f[0][0], cells, 71);
  fill_float(&g[0][0], cells, 72);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    top = -2;
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        float sum = 0;
        for (int q = 0; q < 5; q++)
          sum += weight[q] * f[(y - ey[1][q] + ny) % ny][(x - ex[q] + nx) % nx];
        g[y][x] = sum;
        top = larger(top, larger(sum, -sum));
      }
    float(*swap)[nx] = f;
    f = g;
    g = swap;
  }

  DUMP(top);
  dump("f", f, sizeof(float), cells);
  dump("g", g, sizeof(float), cells);
  return 0;
}
