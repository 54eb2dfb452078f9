// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over fewer axes that no cells can make, between the nests of a step: sources where arrays say, in a function
// with a struct for each and by a condition, values made one from the other along a row, and a histogram.
// NO-DIAMOND
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 37 29 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
#include "dump.h"

struct Well {
  int i, j;
  double rate;
  int from;
};

static void wells(const struct Well *well, int count, int t, int nx, double *u) {
  for (int k = 0; k < count; k++)
    if (t >= well[k].from)
      u[well[k].j * nx + well[k].i] += well[k].rate;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  double *u = array(size, sizeof *u), *v = array(size, sizeof *v), *rho = array(nx, sizeof *rho);
  double *field = array(nx, sizeof *field);
  int counts[16] = {0};
  int *ix = array(3, sizeof *ix), *iy = array(3, sizeof *iy);
  fill_double(u, size, 1);
  fill_double(v, size, 2);
  for (int s = 0; s < 3; s++) {
    ix[s] = (s * 7 + 1) % nx;
    iy[s] = (s * 5 + 1) % ny;
  }
  struct Well well[] = {{1, 1, 0.5, 0}, {nx - 1, ny / 2, -0.25, 2}};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
    for (int s = 0; s < 3; s++)
      v[iy[s] * nx + ix[s]] += 0.125 * t;
    wells(well, 2, t, nx, v);
    for (int i = 0; i < nx; i++) {
      rho[i] = 0;
      for (int j = 0; j < ny; j++)
        rho[i] += v[j * nx + i];
    }
    field[0] = 0;
    for (int i = 1; i < nx; i++)
      field[i] = field[i - 1] + 0.125 * rho[i];
    if (t % 3 == 1)
      for (int s = 0; s < 3; s++)
        v[iy[s] * nx + ix[s]] -= 0.5;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j * nx + i] = v[j * nx + i] + 0.0625 * field[i] * (v[j * nx + i - 1] - v[j * nx + i + 1]);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        counts[(int)(8 + 4 * u[j * nx + i]) & 15]++;
  }
  dump("counts", counts, sizeof *counts, 16);
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  dump("rho", rho, sizeof *rho, nx);
  dump("field", field, sizeof *field, nx);
  return 0;
}
