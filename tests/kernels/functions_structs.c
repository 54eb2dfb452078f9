// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A grid in a struct, passed by pointer: arrays, sizes and coefficients are members, the step swaps the pointers in it.
// Coefficients and grids that come as `void *`, to a function that a parameter names.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 2 5 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

struct Grid {
  int nx, ny;
  float *now, *next;
  float loss[3];
  struct {
    double dt;
  } time;
};

static float at(const struct Grid *g, int j, int i) { return g->now[j * g->nx + i]; }

static void advance(struct Grid *g, float loss) {
  const int nx = g->nx;
  for (int j = 1; j < g->ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      float sum = at(g, j, i - 1) + at(g, j, i + 1) + at(g, j - 1, i) + at(g, j + 1, i);
      g->next[j * nx + i] = loss * g->now[j * nx + i] + (float)g->time.dt * sum;
    }
}

static void flip(struct Grid *grid) {
  float *t = grid->now;
  grid->now = grid->next;
  grid->next = t;
}

static void step(struct Grid *self) {
  advance(self, self->loss[1]);
  flip(self);
}

typedef void change(const float *u, float *out, int nx, int ny, void *context);

struct Rate {
  float by;
  int first;
};

static void faded(const float *u, float *out, int nx, int ny, void *context) {
  const struct Rate *rate = context;
  for (int j = rate->first; j < ny; j++)
    for (int i = 0; i < nx; i++)
      out[j * nx + i] = -rate->by * u[j * nx + i];
}

static void changed(float *u, float *out, int nx, int ny, int steps, change *how, void *context) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    how(u, out, nx, ny, context);
    const struct Rate *rate = (const struct Rate *)context;
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i++)
        u[j * nx + i] += rate->by * out[j * nx + i];
  }
}

static void stepped(void *self, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(self);
    step((struct Grid *)self);
  }
}

int main(int argc, char **argv) {
  struct Grid grid = {arg(argc, argv, 1, 37), arg(argc, argv, 2, 29), 0, 0, {0.0f, 0.5f, 0.0f}, {0.12}};
  struct Grid *g = &grid;
  int steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)grid.nx * grid.ny;
  struct Rate rate = {0.25f, 1};
  float *first = grid.now = array(cells, sizeof(float));
  grid.next = array(cells, sizeof(float));
  fill_float(grid.now, cells, 5);
  memcpy(grid.next, grid.now, cells * sizeof(float));

#pragma stencil
  for (int t = 0; t < steps; t++)
    step(&grid);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    advance(g, 0.25);
    flip(g);
  }

  changed(grid.now, grid.next, grid.nx, grid.ny, steps, faded, &rate);
  stepped(g, steps);

  printf("now is the %s buffer\n", grid.now == first ? "first" : "second");
  dump("now", grid.now, sizeof(float), cells);
  dump("next", grid.next, sizeof(float), cells);
  return 0;
}
