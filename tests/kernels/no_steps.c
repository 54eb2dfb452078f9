// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call of no steps looks at no array, which need not be there.
// RANK: 2
// RUN-ARGS: 40 33 @
// STEPS: 0 1 5
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 40), ny = arg(argc, argv, 2, 33), steps = arg(argc, argv, 3, 0), t;
  double **u = (double **)(void *)8, **v = u;
  float *a = (float *)(void *)8;
  if (steps) {
    a = array((size_t)nx * ny, sizeof *a);
    fill_float(a, (size_t)nx * ny, 9);
    u = array((size_t)ny, sizeof *u);
    v = array((size_t)ny, sizeof *v);
    for (int j = 0; j < ny; j++) {
      u[j] = array((size_t)nx, sizeof **u);
      v[j] = array((size_t)nx, sizeof **v);
      fill_double(u[j], (size_t)nx, 3 + (unsigned)j);
      fill_double(v[j], (size_t)nx, 50 + (unsigned)j);
    }
  }

#pragma stencil
  for (t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.2 * u[j][i] + 0.2 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + a[j * nx + i];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j * nx + i] = 0.9f * a[j * nx + i] + 0.01f * (float)v[j][i];
    double **swap = u;
    u = v;
    v = swap;
  }

  dump("t", &t, sizeof t, 1);
  for (int j = 0; j < ny && steps; j++) {
    dump("u", u[j], sizeof(double), (size_t)nx);
    dump("v", v[j], sizeof(double), (size_t)nx);
  }
  if (steps)
    dump("a", a, sizeof(float), (size_t)nx * ny);
  return 0;
}
