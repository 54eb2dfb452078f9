// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two levels of a multigrid in one time loop: nests that go from the fine grid to the coarse one and back run as they
// are, between the nests of each level. On flat arrays, in functions.
// READING
// NO-DIAMOND
// SWEEP-ONLY
// RUN-ARGS: 17 13 @
// RUN-ARGS: 4 5 @
// TINY-ARGS: 2 2 @
#include "dump.h"

static void relax(int nx, int ny, double *u, double *v, const double *f) {
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      v[j * nx + i] = 0.25 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i] +
                              f[j * nx + i]);
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j * nx + i] = v[j * nx + i];
}

static void restricted(int cx, int cy, int nx, double *coarse, const double *fine) {
  int i, j;
  for (j = 1; j < cy - 1; j++)
    for (i = 1; i < cx - 1; i++) {
      int at = 2 * j * nx + 2 * i;
      coarse[j * cx + i] = 0.5 * fine[at] + 0.125 * (fine[at - 1] + fine[at + 1] + fine[at - nx] + fine[at + nx]);
    }
}

int main(int argc, char **argv) {
  int cx = arg(argc, argv, 1, 17), cy = arg(argc, argv, 2, 13), steps = arg(argc, argv, 3, 7);
  int nx = 2 * cx - 1, ny = 2 * cy - 1;
  size_t size = (size_t)nx * ny, small = (size_t)cx * cy;
  double *u = array(size, sizeof *u), *v = array(size, sizeof *v), *f = array(size, sizeof *f);
  double *c = array(small, sizeof *c), *cv = array(small, sizeof *cv), *cf = array(small, sizeof *cf);
  fill_double(u, size, 1);
  fill_double(f, size, 2);
  fill_double(v, size, 3);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    relax(nx, ny, u, v, f);
    restricted(cx, cy, nx, cf, u);
    relax(cx, cy, c, cv, cf);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j * nx + i] += 0.25 * (c[j / 2 * cx + i / 2] + c[(j + 1) / 2 * cx + (i + 1) / 2]);
  }
  dump("u", u, sizeof *u, size);
  dump("c", c, sizeof *c, small);
  dump("cf", cf, sizeof *cf, small);
  return 0;
}
