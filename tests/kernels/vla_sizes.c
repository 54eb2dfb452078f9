// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows whose length is a variable's value at the declaration: the variable gets another one behind it, through its address
// or as a global, or got its own before.
// READING
// RANK: 2
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 6 3 @
#include "dump.h"

int width;
static void shrink(int *n) { *n -= 3; }
static void narrow(void) { width -= 2; }

int main(int argc, char **argv) {
  int nx = 0, ny = 15, mx;
  if (argc > 2) {
    nx = arg(argc, argv, 1, 22);
    ny = arg(argc, argv, 2, 15);
  }
  int steps = arg(argc, argv, 3, 7);
  float (*a)[nx] = array((size_t)ny * nx, sizeof(float)), (*b)[nx] = array((size_t)ny * nx, sizeof(float));
  fill_float(a[0], (size_t)ny * nx, 81);
  fill_float(b[0], (size_t)ny * nx, 82);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    float (*swap)[nx] = a;
    a = b;
    b = swap;
  }

  mx = nx;
  float (*c)[mx] = array((size_t)ny * mx, sizeof(float)), (*d)[mx] = array((size_t)ny * mx, sizeof(float));
  fill_float(c[0], (size_t)ny * nx, 83);
  shrink(&mx);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < mx - 1; i++)
        d[j][i] = 0.25f * (c[j][i - 1] + c[j][i + 1] + c[j - 1][i] + c[j + 1][i]);
    void *swap = c;
    c = d;
    d = swap;
  }

  width = nx;
  double (*u)[width] = array((size_t)ny * width, sizeof(double)), (*v)[width] = array((size_t)ny * width, sizeof(double));
  fill_double(u[0], (size_t)ny * nx, 84);
  narrow();
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < width; i++)
        v[j][i] = u[j][i - 1] + 0.5 * u[j][i + 1] - u[j - 1][i];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < width; i++)
        u[j][i] = 0.5 * v[j][i];
  }

  dump("a", a, sizeof(float), (size_t)ny * nx);
  dump("b", b, sizeof(float), (size_t)ny * nx);
  dump("c", c, sizeof(float), (size_t)ny * nx);
  dump("d", d, sizeof(float), (size_t)ny * nx);
  dump("u", u, sizeof(double), (size_t)ny * nx);
  dump("v", v, sizeof(double), (size_t)ny * nx);
  return 0;
}
