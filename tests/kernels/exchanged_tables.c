// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers in tables that are exchanged in short loops: members by a function, those of the file in place, one by one
// beside a loop over the table.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

enum { Q = 3 };

typedef struct {
  int nx, ny;
  double *f[Q], *g[Q];
} Lattice;

static double *now[2], *next[2];

static void swap(double **a, double **b) {
  double *t = *a;
  *a = *b;
  *b = t;
}

static void by_function(Lattice *s, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < s->ny - 1; j++)
      for (int i = 1; i < s->nx - 1; i++) {
        double sum = 0;
        for (int q = 0; q < Q; q++)
          sum += s->f[q][j * s->nx + i - q + 1];
        for (int q = 0; q < Q; q++)
          s->g[q][j * s->nx + i] = 0.5 * s->f[q][(j - 1) * s->nx + i] + 0.1 * sum;
      }
    for (int q = 0; q < Q; q++)
      swap(&s->f[q], &s->g[q]);
  }
}

static void in_place(int nx, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < 2; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          next[k][j * nx + i] =
              0.25 * (now[k][j * nx + i - 1] + now[k][j * nx + i + 1]) + 0.125 * now[1 - k][j * nx + i];
    for (int k = 0; k < 2; k++) {
      double *tmp = now[k];
      now[k] = next[k];
      next[k] = tmp;
    }
  }
}

static void one_by_one(int nx, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < 2; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          next[k][j * nx + i] = 0.25 * (now[k][(j - 1) * nx + i] + now[k][(j + 1) * nx + i + 1]);
    double *tmp = now[0];
    now[0] = next[0];
    next[0] = tmp;
    tmp = now[1];
    now[1] = next[1];
    next[1] = tmp;
  }
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  Lattice s = {nx, ny, {0}, {0}};
  for (int q = 0; q < Q; q++) {
    s.f[q] = array(cells, sizeof(double));
    s.g[q] = array(cells, sizeof(double));
    fill_double(s.f[q], cells, 3 + (unsigned)q);
    fill_double(s.g[q], cells, 7 + (unsigned)q);
  }
  double *const first = s.f[2];
  by_function(&s, steps);
  printf("%d %d\n", s.f[2] == first, s.g[2] == first);
  for (int q = 0; q < Q; q++) {
    dump("f", s.f[q], sizeof(double), cells);
    dump("g", s.g[q], sizeof(double), cells);
  }
  for (int k = 0; k < 2; k++) {
    now[k] = s.f[k];
    next[k] = s.g[k];
  }
  in_place(nx, ny, steps);
  one_by_one(nx, ny, steps);
  for (int k = 0; k < 2; k++) {
    dump("now", now[k], sizeof(double), cells);
    dump("next", next[k], sizeof(double), cells);
  }
  return 0;
}
