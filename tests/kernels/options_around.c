// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options around a step's loops: below one, an array of the step is written and read; below another one, cells add up
// over their neighbours in an array that nobody else reads. Which form a cell has is said by constants, and a
// loop's head by a macro.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 5 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

#define FORM 1
#define TIMES(t, n) for (int t = 0; t < (n); t++)
enum { NX = 40, NY = 24, R = 2 };

static int c[NY][NX];

static void idle(int nx, int ny, int running) {
  int was[NY][NX];
  if (running) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        was[y][x] = c[y][x];
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int sum;
        if (FORM == 1)
          sum = was[y - 1][x] + was[y + 1][x];
        if (FORM == 2)
          sum = was[y][x - 1] + was[y][x + 1];
        c[y][x] = (sum + was[y][x]) & 255;
      }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  int running = argc > 1, tiling = argc < 2;
  double *in = array(nx * ny, sizeof(double)), *out = array(nx * ny, sizeof(double));
  for (int k = 0; k < NX * NY; k++)
    c[k / NX][k % NX] = k * 7 % 11;
  fill_double(in, nx * ny, 1);
  fill_double(out, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++)
    idle(nx, ny, running);
  dump("c", c, sizeof(int), NX * NY);

#pragma stencil
  TIMES(t, steps) {
    if (!tiling)
      for (int y = R; y < ny - R; y++)
        for (int x = R; x < nx - R; x++)
          for (int k = -R; k <= R; k++)
            out[y * nx + x] += 0.125 * in[y * nx + x + k];
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        in[y * nx + x] += 0.5;
  }
  dump("in", in, sizeof(double), nx * ny);
  dump("out", out, sizeof(double), nx * ny);
  return 0;
}
