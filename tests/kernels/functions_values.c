// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs passed by value, functions that compute subscripts, arrays that are global, rows taken inside of functions.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 2 5 @
#include "dump.h"

typedef struct {
  int nx, ny;
  float *now, *next;
  float weights[5];
} Grid;

float (*extra)[40], (*later)[40];

static float rows(int nx, const float (*u)[nx], int j, int i);
static inline int at(Grid grid, int j, int i) { return j * grid.nx + i; }
static inline size_t left(const Grid *grid, int j, int i) {
  int before = i - 1;
  return (size_t)at(*grid, j, before);
}

static float weighted(Grid grid, int j, int i) {
  float sum = 0;
  for (int r = -1; r <= 1; r++)
    sum += grid.weights[r + 2] * grid.now[at(grid, j + r, i)];
  return sum;
}

static void step(Grid g, int steps_done) {
  for (int j = 1; j < g.ny - 1; j++)
    for (int i = 1; i < g.nx - 1; i++) {
      g.next[at(g, j, i)] = weighted(g, j, i) + 0.1f * g.now[left(&g, j, i)];
      later[j][i] = rows(40, extra, j, i) + 0.01f * steps_done;
    }
}

static void flip(void) {
  float(*t)[40] = extra;
  extra = later;
  later = t;
}

int main(int argc, char **argv) {
  Grid g = {arg(argc, argv, 1, 37), arg(argc, argv, 2, 29), 0, 0, {0, 0.1f, 0.5f, 0.2f, 0}};
  int steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)g.nx * g.ny;
  g.now = array(cells, sizeof(float));
  g.next = array(cells, sizeof(float));
  extra = array(30, sizeof *extra);
  later = array(30, sizeof *later);
  fill_float(g.now, cells, 5);
  fill_float(g.next, cells, 6);
  fill_float(&extra[0][0], 1200, 7);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(g, t);
    float *swap = g.now;
    g.now = g.next;
    g.next = swap;
    flip();
  }

  dump("now", g.now, sizeof(float), cells);
  dump("next", g.next, sizeof(float), cells);
  dump("extra", extra, sizeof *extra, 30);
  dump("later", later, sizeof *later, 30);
  return 0;
}

static float rows(int nx, const float (*u)[nx], int j, int i) {
  const float *row = u[j];
  return 0.4f * (row[i - 1] + row[i + 1]);
}
