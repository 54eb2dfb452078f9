// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that copy and clear arrays by the C library: whole ones, flat and with rows, and single rows, also in functions
// that have loops, too. An array may be named by its address.
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static double u[24][40], v[24][40], w[24][40], f[24 * 40], g[24 * 40];

typedef double World[24][40];

static void smoothed(World from, World to) {
  for (int j = 1; j < 23; j++)
    for (int i = 1; i < 39; i++)
      to[j][i] = 0.25 * (from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i]);
  memmove(from, to, sizeof(World));
  memset(to[5], 0, sizeof to[5]);
}

// Long: one region for each way.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double *a = array(nx * ny, sizeof(double)), *b = array(nx * ny, sizeof(double));
  double(*p)[nx] = array(nx * ny, sizeof(double)), (*q)[nx] = array(nx * ny, sizeof(double));
  fill_double(a, nx * ny, 1);
  fill_double(b, nx * ny, 2);
  fill_double(p[0], nx * ny, 3);
  fill_double(u[0], 24 * 40, 4);
  fill_double(v[0], 24 * 40, 5);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j * nx + i] = 0.25 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
    memcpy(a, b, nx * ny * sizeof(double));
  }
  dump("a", a, sizeof(double), nx * ny);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        q[j][i] = 0.25 * (p[j][i - 1] + p[j][i + 1] + p[j - 1][i] + p[j + 1][i]);
    memcpy(p, q, sizeof *q * (size_t)ny);
    memset(q, 0, sizeof(double) * nx * ny);
  }
  dump("p", p, sizeof(double), nx * ny);
  dump("q", q, sizeof(double), nx * ny);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < 23; j++)
      for (int i = 1; i < 39; i++)
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    memcpy(v[0], v[22], sizeof v[0]);
    memcpy(&v[23], &v[1], sizeof v[0]);
    memcpy(&u[0][0], &v[0][0], sizeof u);
  }
  dump("u", u, sizeof(double), 24 * 40);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    memset(&w, 0, sizeof(w));
    for (int j = 1; j < 23; j++)
      for (int i = 1; i < 39; i++)
        w[j][i] += 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    for (int j = 1; j < 23; j++)
      memcpy(&u[j][1], &w[j][1], 38 * sizeof(double));
  }
  dump("u", u, sizeof(double), 24 * 40);
  dump("w", w, sizeof(double), 24 * 40);

  fill_double(f, 24 * 40, 6);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < 23; j++)
      for (int i = 1; i < 39; i++)
        g[j * 40 + i] = 0.5 * (f[(j - 1) * 40 + i] + f[j * 40 + i + 1]);
    memcpy(f, g, sizeof f);
  }
  dump("f", f, sizeof(double), 24 * 40);

#pragma stencil
  for (int t = 0; t < steps; t++)
    smoothed(u, v);
  dump("u", u, sizeof(double), 24 * 40);
  dump("v", v, sizeof(double), 24 * 40);
  return 0;
}
