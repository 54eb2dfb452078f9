// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lives after the region: the time variable, step-dependent scalars set outside, struct-held sizes, const pointers.
// RANK: 2
// RUN-ARGS: 22 15 2 @
// RUN-ARGS: 3 3 2 @
#include "dump.h"
#include <math.h>

struct grid {
  int nx, ny;
  double dt;
};

int main(int argc, char **argv) {
  struct grid g = {arg(argc, argv, 1, 22), arg(argc, argv, 2, 15), 0.1};
  const int nx = g.nx, ny = g.ny;
  int t = arg(argc, argv, 3, 2);
  const int end = t + arg(argc, argv, 4, 7);
  double *restrict u = array((size_t)nx * ny, sizeof *u);
  double *restrict v = array((size_t)nx * ny, sizeof *v);
  double *const start = u;
  fill_double(u, (size_t)nx * ny, 99);
  fill_double(v, (size_t)nx * ny, 100);
  const double dt = g.dt;
  double drive = 0.5;

#pragma stencil
  for (; t < end; t++) {
    drive = sqrt(0.25 * t) * dt;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[i + j * nx] = u[i + j * nx] + drive + dt * (u[i - 1 + j * nx] - 2 * u[i + j * nx] + u[i + 1 + j * nx] +
                                              u[i + (j - 1) * nx] - 2 * u[i + j * nx] + u[i + (j + 1) * nx]);
    double *w = u;
    u = v;
    v = w;
  }

  DUMP(t);
  DUMP(drive);
  printf("u %s\n", u == start ? "stayed" : "moved");
  dump("u", u, sizeof *u, (size_t)nx * ny);
  dump("v", v, sizeof *v, (size_t)nx * ny);
  return 0;
}
