// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that look at what their own nest stores come in the order of the loops: Gauss-Seidel over four and eight
// neighbours, forwards, backwards and by columns, over-relaxation that ends when the largest change is small.
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 47 39 @
// RUN-ARGS: 19 301 @
// TINY-ARGS: 3 3 @
// STEPS: 0 1 5
// REGION: @
// REGION: @
// REGION: @
// WHOLE: cells come in the order of the loops
#include "dump.h"

static void symmetric(int nx, int ny, int steps, double (*u)[nx], const double (*f)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - f[j][i]);
    for (int j = ny - 2; j > 0; j--)
      for (int i = nx - 2; i > 0; i--)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - f[j][i]);
    for (int i = 1; i < nx - 1; i++)
      for (int j = ny - 2; j > 0; j--)
        u[j][i] += 0.125 * (u[j][i - 1] - u[j + 1][i - 1]);
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 47), ny = arg(argc, argv, 2, 39), steps = arg(argc, argv, 3, 5);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*f)[nx] = array(cells, sizeof(double));
  float *v = array(cells, sizeof(float));
  fill_double(&u[0][0], cells, 3);
  fill_double(&f[0][0], cells, 4);
  fill_float(v, cells, 5);
  symmetric(nx, ny, steps, u, f);
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = (v[(j - 1) * nx + i - 1] + v[(j - 1) * nx + i] + v[(j - 1) * nx + i + 1] + v[j * nx + i - 1] +
                         v[j * nx + i] + v[j * nx + i + 1] + v[(j + 1) * nx + i - 1] + v[(j + 1) * nx + i] +
                         v[(j + 1) * nx + i + 1]) /
                        9.0f;
  dump("u", u, sizeof(double), cells);
  double most = 1, sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    most = sum = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        if (f[j][i] < -0.5)
          continue;
        double change = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) - u[j][i];
        u[j][i] += 1.5 * change;
        change = change < 0 ? -change : change;
        sum += change;
        if (change > most)
          most = change;
      }
    if (most < 1e-6)
      break;
  }
  DUMP(most);
  DUMP(sum);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(float), cells);
  free(u);
  free(f);
  free(v);
  return 0;
}
