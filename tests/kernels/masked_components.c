// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells of several values side by side in a flat array, f[cell * Q + q], which several short loops go through where a
// mask says so.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 2 2 @
// WHOLE-AT-HOME: don't lie one behind the other
#include "dump.h"

enum { Q = 3 };

static void relax(int nx, int ny, const int *wall, const double *f, double *g) {
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      int cell = y * nx + x;
      if (!wall[cell]) {
        double sum = 0;
        for (int q = 0; q < Q; q++)
          sum += f[cell * Q + q];
        for (int q = 0; q < Q; q++)
          g[cell * Q + q] = f[cell * Q + q] + 0.25 * (sum / Q - f[cell * Q + q]);
      } else {
        for (int q = 0; q < Q; q++)
          g[cell * Q + q] = f[cell * Q + (Q - 1 - q)];
      }
    }
}

static void stream(int nx, int ny, const double *g, double *f) {
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      f[(y * nx + x) * Q] = g[(y * nx + x) * Q];
      f[(y * nx + x) * Q + 1] = g[(y * nx + x - 1) * Q + 1];
      f[(y * nx + x) * Q + 2] = g[((y + 1) * nx + x) * Q + 2];
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double *f = array(nx * ny * Q, sizeof(double)), *g = array(nx * ny * Q, sizeof(double));
  int *wall = array(nx * ny, sizeof(int));
  fill_double(f, nx * ny * Q, 1);
  fill_double(g, nx * ny * Q, 2);
  for (int c = 0; c < nx * ny; c++)
    wall[c] = c % 11 == 3;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    relax(nx, ny, wall, f, g);
    stream(nx, ny, g, f);
  }
  dump("f", f, sizeof(double), nx * ny * Q);
  dump("g", g, sizeof(double), nx * ny * Q);
  return 0;
}
