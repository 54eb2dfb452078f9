// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that wait along one line each: a step of alternating directions, whose systems of three diagonals are solved
// along rows and along columns; running averages that go forwards and back; next to a nest whose cells are free.
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 41 37 @
// RUN-ARGS: 300 6 @
// TINY-ARGS: 3 3 @
// STEPS: 0 1 4
// REGION: @
// REGION: @
// WHOLE: cells come in the order of the loops
#include "dump.h"

static void smooth(int nx, int ny, int steps, float *a) {
  int x, y;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (y = 0; y < ny; y++)
      for (x = 1; x < nx; x++)
        a[y * nx + x] = 0.75f * a[y * nx + x] + 0.25f * a[y * nx + x - 1];
    for (y = 0; y < ny; y++)
      for (x = nx - 2; x >= 0; x--)
        a[y * nx + x] = 0.75f * a[y * nx + x] + 0.25f * a[y * nx + x + 1];
    for (y = 0; y < ny; y++)
      for (x = 0; x < nx; x++)
        a[y * nx + x] *= 0.5f;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 41), ny = arg(argc, argv, 2, 37), steps = arg(argc, argv, 3, 4);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*c)[nx] = array(cells, sizeof(double));
  double(*d)[nx] = array(cells, sizeof(double));
  float *a = array(cells, sizeof(float));
  fill_double(&u[0][0], cells, 6);
  fill_float(a, cells, 7);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) /* along rows */
      for (int i = 0; i < nx; i++) {
        c[j][i] = i == 0 ? 0.0 : -0.3 / (1.6 + 0.3 * c[j][i - 1]);
        d[j][i] = i == 0 ? u[j][i] : (u[j][i] + 0.3 * d[j][i - 1]) / (1.6 + 0.3 * c[j][i - 1]);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = nx - 2; i >= 0; i--)
        d[j][i] -= c[j][i] * d[j][i + 1];
    for (int j = 1; j < ny; j++) /* along columns */
      for (int i = 0; i < nx; i++)
        u[j][i] = (d[j][i] + 0.3 * u[j - 1][i]) / (1.6 + 0.3 * c[j - 1][i]);
    for (int j = ny - 2; j >= 0; j--)
      for (int i = 0; i < nx; i++)
        u[j][i] -= 0.2 * u[j + 1][i];
  }
  smooth(nx, ny, steps, a);
  dump("u", u, sizeof(double), cells);
  dump("c", c, sizeof(double), cells);
  dump("d", d, sizeof(double), cells);
  dump("a", a, sizeof(float), cells);
  free(u);
  free(c);
  free(d);
  free(a);
  return 0;
}
