// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that store to several places: neighbours that are exchanged where they stand in the wrong order, and
// blocks of four cells that turn or fall, which begin at even cells first and then at odd ones. Cells in place that look
// ahead only, up and down the rows, have what was there before.
// RUN-ARGS: 19 26 @
// RUN-ARGS: 4 5 @
// REGION: @
// REGION: @
// REGION: @, @
#include "dump.h"

static void sort(int ny, int nx, int steps, double *a) {
  int i, j, p;
  double held;
#pragma stencil
  for (p = 0; p < steps; p++) {
    for (j = 0; j < ny; j++)
      for (i = 1; i < nx; i += 2)
        if (a[j * nx + i - 1] > a[j * nx + i]) {
          held = a[j * nx + i - 1];
          a[j * nx + i - 1] = a[j * nx + i];
          a[j * nx + i] = held;
        }
    for (j = 0; j < ny; j++)
      for (i = 1; i < nx - 1; i += 2)
        if (a[j * nx + i] > a[j * nx + i + 1]) {
          held = a[j * nx + i + 1];
          a[j * nx + i + 1] = a[j * nx + i];
          a[j * nx + i] = held;
        }
  }
}

#define TURN(c)                                                                                                        \
  if (c[j][i] + c[j][i + 1] + c[j + 1][i] + c[j + 1][i + 1] < 3) {                                                     \
    const int corner = c[j][i];                                                                                        \
    c[j][i] = c[j][i + 1];                                                                                             \
    c[j][i + 1] = c[j + 1][i + 1];                                                                                     \
    c[j + 1][i + 1] = c[j + 1][i];                                                                                     \
    c[j + 1][i] = corner;                                                                                              \
  } else {                                                                                                             \
    const int above = c[j][i];                                                                                         \
    c[j][i] = c[j + 1][i];                                                                                             \
    c[j + 1][i] = above;                                                                                               \
  }

static void turn(int ny, int nx, int steps, int (*c)[nx], double (*heat)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny - 1; j += 2)
      for (int i = 0; i < nx - 1; i += 2) {
        TURN(c)
      }
    for (int j = 1; j < ny - 1; j += 2)
      for (int i = 1; i < nx - 1; i += 2) {
        TURN(c)
      }
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i += 2) {
        double flux = 0.25 * (heat[j][i] - heat[j][i - 1]) * (1 + c[j][i]), left = heat[j][i - 1];
        heat[j][i - 1] = left + flux;
        heat[j][i] = heat[j][i] - flux;
        if (c[j][i])
          heat[j][i - 1] = 0.5 * heat[j][i - 1] + 0.5 * heat[j][i];
      }
  }
}

static void drift(int ny, int nx, int steps, double *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny - 1; j++)
      for (int i = 0; i < nx - 1; i++)
        a[j * nx + i] = 0.5 * a[j * nx + i] + 0.25 * a[j * nx + i + 1] + 0.25 * a[(j + 1) * nx + i];
    for (int j = 0; j < ny; j++)
      for (int i = nx - 1; i > 0; i--)
        if (a[j * nx + i - 1] > 1)
          a[j * nx + i] = a[j * nx + i - 1] - 0.5;
  }
}

int main(int argc, char **argv) {
  const int ny = arg(argc, argv, 1, 19), nx = arg(argc, argv, 2, 26), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof(double)), *heat = array(cells, sizeof(double));
  int *c = array(cells, sizeof(int));
  fill_double(a, cells, 3);
  fill_double(heat, cells, 5);
  fill_int(c, cells, 7, 0, 1);

  sort(ny, nx, steps, a);
  turn(ny, nx, steps, (int(*)[nx])c, (double(*)[nx])heat);

  dump("a", a, sizeof(double), cells);
  drift(ny, nx, steps, heat);
  drift(ny, nx, steps, a);
  dump("a", a, sizeof(double), cells);
  dump("c", c, sizeof(int), cells);
  dump("heat", heat, sizeof(double), cells);
  return 0;
}
