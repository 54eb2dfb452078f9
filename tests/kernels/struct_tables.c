// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few structs in an array, of which the step chooses by its parity, by a member of a struct or by a remainder: they hold
// pointers, row pointers or the arrays themselves.
// READING
// RANK: 2
// RUN-ARGS: 23 18 @
// TINY-ARGS: 3 2 2
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  int nx, ny;
  double rate, *u, *power, **rows;
} Grid;
typedef struct {
  Grid g[2];
  int cur;
} Sim;
typedef struct {
  char name[8];
  float v[12][20];
} Level;

static void step(Grid *to, const Grid *from) {
  const int nx = from->nx;
  for (int j = 1; j < from->ny - 1; j++)
    for (int i = 1; i < from->nx - 1; i++)
      to->u[j * to->nx + i] = from->u[j * nx + i] + from->rate * (from->u[j * nx + i - 1] - from->u[(j + 1) * nx + i] + to->power[j * nx + i]);
}

// Long: one region for each way.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double *power = array(cells, sizeof(double));
  fill_double(power, cells, 9);
  Sim sim = {.cur = 1};
  for (int k = 0; k < 2; k++) {
    sim.g[k] = (Grid){nx, ny, 0.1, array(cells, sizeof(double)), power, array(ny, sizeof(double *))};
    fill_double(sim.g[k].u, cells, k + 1);
    for (int j = 0; j < ny; j++)
      sim.g[k].rows[j] = sim.g[k].u + j * nx;
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(&sim.g[1 - sim.cur], &sim.g[sim.cur]);
    sim.cur = 1 - sim.cur;
  }
  DUMP(sim.cur);

  Grid g[2] = {sim.g[0], sim.g[1]};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    Grid *from = g + t % 2, *to = g + (t + 1) % 2;
    step(to, from);
  }

  int cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    Grid *from = &g[cur];
    for (int j = 1; j < from->ny - 1; j++)
      for (int i = 1; i < from->nx - 1; i++)
        g[!cur].rows[j][i] = 0.5 * (from->rows[j][i] + from->rows[j - 1][i]);
    cur = !cur;
  }
  DUMP(cur);
  dump("first", sim.g[0].u, sizeof(double), cells);
  dump("second", sim.g[1].u, sizeof(double), cells);

  static Level levels[3];
  for (int k = 0; k < 3; k++)
    fill_float(levels[k].v[0], 240, k);
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < 11; j++)
      for (int i = 1; i < 19; i++)
        levels[(t + 2) % 3].v[j][i] = levels[t % 3].v[j][i] + 0.1f * (levels[(t + 1) % 3].v[j][i - 1] - levels[(t + 1) % 3].v[j - 1][i]);
  DUMP(levels);
  return 0;
}
