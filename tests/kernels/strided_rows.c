// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of flat arrays by a counter that steps from row to row: from a row's first cell or its second one, to a product,
// a sum or a row that is looked at too, in numbers and in values that the call knows.
// READING
// SWEEP-ONLY
// RANK: 2
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 9 4 7
// TINY-ARGS: 3 3 @
#include "dump.h"

#define W 24
#define H 18

static void products(int nx, int ny, int steps, double *u, double *v) {
  int i, k;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (k = nx; k < nx * (ny - 1); k += nx)
      for (i = 1; i < nx - 1; i++)
        v[k + i] = 0.25 * (u[k + i - 1] + u[k + i + 1] + u[k - nx + i] + u[k + nx + i]);
    double *old = u;
    u = v;
    v = old;
  }
}

static void sums(int nx, int ny, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int row = nx + 1; row <= nx * ny - nx - 1; row += nx) {
      const double *up = u + row - nx, *down = u + row + nx;
      for (int i = 0; i < nx - 2; i++)
        v[row + i] = 0.3 * u[row + i] + 0.2 * (up[i] + down[i]);
    }
    for (int row = 0; row < nx * ny; row += nx)
      v[row] = v[row + nx - 1] + 1;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        u[j * nx + i] = v[j * nx + i];
  }
}

static void numbers(int steps, double *u, double *v) {
  int i, k;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (k = W + 1; k < W * (H - 1); k += W)
      for (i = 0; i < W - 2; i++)
        v[k + i] = 0.25 * (u[k + i - 1] + u[k + i + 1] + u[k + i - W] + u[k + i + W]);
    for (k = 0; k < W * H; k += W)
      for (i = 0; i < W; i++)
        u[k + i] = v[k + i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 16), ny = arg(argc, argv, 2, 16), steps = arg(argc, argv, 3, 4);
  size_t count = (size_t)nx * ny;
  double *u = array(count, sizeof *u), *v = array(count, sizeof *v);
  static double a[W * H], b[W * H];
  fill_double(u, count, 1);
  fill_double(v, count, 2);
  fill_double(a, W * H, 3);
  fill_double(b, W * H, 4);
  products(nx, ny, steps, u, v);
  sums(nx, ny, steps, u, v);
  numbers(steps, a, b);
  dump("u", u, sizeof *u, count);
  dump("v", v, sizeof *v, count);
  dump("a", a, sizeof *a, W * H);
  dump("b", b, sizeof *b, W * H);
  return 0;
}
