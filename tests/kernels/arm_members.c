// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An end of the grid is set under a condition on a struct, at places that members of the same struct name: these are
// there whether it holds or not.
// READING
// RANK: 2
// RUN-ARGS: 24 19 @ 0
// RUN-ARGS: 24 19 @ 1
// RUN-ARGS: 9 6 @ 2
#include "dump.h"

struct grid {
  int nx, ny, kind;
};

static void walls(const struct grid *g, const float *now, float *next) {
  int nx = g->nx;
  switch (g->kind) {
  case 1:
    for (int i = 0; i < nx; i++)
      next[(g->ny - 1) * nx + i] = now[(g->ny - 2) * nx + i];
    break;
  case 2:
    for (int i = 0; i < nx; i++)
      next[(g->ny - 1) * nx + i] = 0.5f * now[(g->ny - 3) * nx + i];
    break;
  }
}

int main(int argc, char **argv) {
  struct grid grid = {arg(argc, argv, 1, 24), arg(argc, argv, 2, 19), arg(argc, argv, 4, 1)}, *g = &grid;
  int steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)grid.nx * grid.ny;
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float));
  fill_float(a, cells, 61);
  fill_float(b, cells, 62);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < g->ny - 1; j++)
      for (int i = 1; i < g->nx - 1; i++)
        b[j * g->nx + i] =
            0.25f * (a[j * g->nx + i - 1] + a[j * g->nx + i + 1] + a[(j - 1) * g->nx + i] + a[(j + 1) * g->nx + i]);
    walls(g, a, b);
    float *c = a;
    a = b;
    b = c;
  }

  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  return 0;
}
