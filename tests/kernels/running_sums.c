// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinates that loops add up from cell to cell and from row to row, in their bodies and heads, up and down.
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
// READING
#include "dump.h"

typedef struct {
  double left, low, dx;
  float dy;
} Box;

static double source(double x, float y) { return 0.01 * x * y; }

static void step(int nx, int ny, double (*u)[nx], double (*v)[nx], const Box *box) {
  float y = box->low;
  for (int j = 1; j < ny - 1; j++) {
    const double half = box->dx / 2;
    double x = box->left, before;
    for (int i = 1; i < nx - 1; i++) {
      before = x;
      x += half;
      v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + source(x, y) - 0.001 * before;
      if (x > 0.5)
        v[j][i] -= 1e-3;
    }
    y += box->dy;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double));
  Box box = {-0.3, 0.1, 1.0 / (nx - 1), 0.7f / (ny - 1)};
  fill_double(&u[0][0], cells, 37);
  fill_double(&v[0][0], cells, 38);
  double x = 0, fade;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(nx, ny, u, v, &box);
    fade = 1;
    for (int j = ny - 2; j >= 1; j--, fade *= 0.99) {
      x = 1e-3;
      for (int i = 1; i < nx - 1; i++, x = x + 0.1) {
        if ((i + j) % 3 == 0)
          continue;
        v[j][i] *= fade - 0.01 * x;
      }
    }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  DUMP(x);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
