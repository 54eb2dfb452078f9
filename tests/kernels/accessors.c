// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that return the addresses of elements and of rows, which are read, stored to, subscripted and kept.
// READING
// RANK: 2
// RUN-ARGS: 23 18 @
// TINY-ARGS: 3 3 2
#include "dump.h"

typedef struct {
  int nx, ny;
  double *v;
} Grid;

static double *at(const Grid *g, int j, int i) { return &g->v[j * g->nx + i]; }
static double *near(const Grid *g, int j, int i) {
  size_t k = (size_t)j * g->nx + i;
  return g->v + k;
}
static double *row(const Grid *g, int j) {
  double *first = g->v;
  return first + j * g->nx;
}
static double get(const Grid *g, int j, int i) { return *at(g, j, i); }
static void set(Grid *g, int j, int i, double x) { *near(g, j, i) = x; }
static const float *line(const float *from, int length, int j) { return from + (size_t)j * length; }

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  Grid one = {nx, ny, array(cells, sizeof(double))}, two = {nx, ny, array(cells, sizeof(double))}, *a = &one, *b = &two;
  float *k = array(cells, sizeof(float));
  fill_double(a->v, cells, 1);
  fill_double(b->v, cells, 2);
  fill_float(k, cells, 3);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      const double *up = row(a, j - 1), *down = row(a, j + 1);
      for (int i = 1; i < nx - 1; i++) {
        double middle = get(a, j, i) + *near(a, j, i - 1) * line(k, nx, j)[i];
        set(b, j, i, 0.2 * (middle + row(a, j)[i + 1] + up[i] + down[i]));
        *at(b, j, i) += 0.01 * at(a, j, i)[-1];
      }
    }
    for (int j = 0; j < ny; j++)
      *at(b, j, 0) = *at(b, j, 1);
    Grid *spare = a;
    a = b;
    b = spare;
  }
  dump("one", one.v, sizeof(double), cells);
  dump("two", two.v, sizeof(double), cells);
  printf("%d\n", a == &one);
  return 0;
}
