// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows and columns from one variable to another, while tests ask for the edges of the array: the part of a thread, of
// which there is one.
// READING
// RANK: 2
// RUN-ARGS: 29 21 @
// RUN-ARGS: 4 5 @
// RUN-ARGS: 29 21 @ 3 2
#include "dump.h"

struct part {
  int nx, ny, west, east, south, north;
};

static void step(const struct part *p, const double *a, double *b) {
  const int nx = p->nx;
  for (int j = p->south; j < p->north; j++)
    for (int i = p->west; i < p->east; i++) {
      double sum = 4 * a[j * nx + i];
      if (i != 0)
        sum += a[j * nx + i - 1];
      if (!(i == nx - 1))
        sum += a[j * nx + i + 1];
      if (j)
        sum += a[(j - 1) * nx + i];
      if (j != p->ny - 1)
        sum += 0.5 * a[(j + 1) * nx + i];
      b[j * nx + i] = 0.125 * sum;
    }
}

static void turn(const struct part *p, double (*a)[p->nx], double (*b)[p->nx]) {
  for (int j = p->south; j < p->north; j++)
    for (int i = p->west; i < p->east; i++)
      if (i == 0)
        a[j][i] = b[j][i + 1];
      else if (i == p->nx - 1)
        a[j][i] = b[j][i - 1];
      else
        a[j][i] = 0.5 * (b[j][i - 1] + b[j][i + 1]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), ny = arg(argc, argv, 2, 21), steps = arg(argc, argv, 3, 7);
  int away = arg(argc, argv, 4, 0), above = arg(argc, argv, 5, 0);
  size_t cells = (size_t)nx * ny;
  struct part p = {nx, ny, away, nx - away / 2, above, ny - above};
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  fill_double(u, cells, 81);
  fill_double(v, cells, 82);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(&p, u, v);
    turn(&p, (double(*)[p.nx])u, (double(*)[p.nx])v);
  }
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
