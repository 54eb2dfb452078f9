// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arms that end the program or call what nobody can read, below conditions that the call knows: in a function of the
// cells, in one of the step, and for an option that is off. Where one is taken the original loops run.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @ 1
// RUN-ARGS: 4 3 @ 1
// TINY-ARGS: 9 9 @ 0
// TINY-ARGS: 9 9 @ 2
#include "dump.h"

typedef struct {
  int kind, width, height;
  double *u, *v;
  double (*source)(int, int);
} Grid;

static double pulse(int x, int y) { return x == y ? 0.25 : 0; }

static double mean(int count, const double *of) {
  double sum = 0;
  if (count <= 0) {
    fprintf(stderr, "mean of %d values\n", count);
    exit(1);
  }
  for (int k = 0; k < 3; k++)
    sum += of[k];
  return sum / count;
}

static void smooth(const Grid *g, int count) {
  if (g->kind == 1 || g->kind == 2) {
    for (int y = 1; y < g->height - 1; y++)
      for (int x = 1; x < g->width - 1; x++) {
        const double row[3] = {g->u[y * g->width + x - 1], g->u[y * g->width + x], g->u[y * g->width + x + 1]};
        g->v[y * g->width + x] = mean(count, row);
      }
  } else {
    fprintf(stderr, "no grid of kind %d\n", g->kind);
  }
}

static void add(const Grid *g) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < g->width; x++) {
      g->u[y * g->width + x] = g->v[y * g->width + x];
      if (g->source)
        g->u[y * g->width + x] += g->source(x, y);
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  Grid grid = {arg(argc, argv, 4, 1), nx, ny, array(nx * ny, sizeof(double)), array(nx * ny, sizeof(double)), NULL};
  if (grid.kind == 2)
    grid.source = pulse;
  fill_double(grid.u, nx * ny, 1);
  fill_double(grid.v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(&grid, 3);
    add(&grid);
  }
  dump("u", grid.u, sizeof(double), nx * ny);
  dump("v", grid.v, sizeof(double), nx * ny);
  return 0;
}
