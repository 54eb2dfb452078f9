// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that begin with checks which the call knows, and end with an exchange of pointers: of the grid, of a switch
// that nobody in the region turns, and of the arrays themselves. Where a check fails nothing is done.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 41 37 @ 0
// RUN-ARGS: 20 66 @ 0
// TINY-ARGS: 9 9 @ 1
// TINY-ARGS: 9 9 @ 2
// STEPS: 0 1 2 7 12
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  int w, h;
  double *a, *b;
} Grid;
typedef struct {
  Grid grid;
  int frame, paused;
} World;

static void average(int w, int h, const double *a, double *b) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      b[y * w + x] = 0.25 * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}

static void step(Grid *g) {
  if (!g)
    return;
  if (g->w < 3 || g->h < 3)
    return;
  average(g->w, g->h, g->a, g->b);
  double *s = g->a;
  g->a = g->b;
  g->b = s;
}

static void tick(World *world) {
  if (!world->paused) {
    step(&world->grid);
    world->frame++;
  }
}

static int apart(int w, int h, double *a, double *b) {
  if (a == NULL || b == NULL)
    return 1;
  average(w, h, a, b);
  return 0;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 41), h = arg(argc, argv, 2, 37), steps = arg(argc, argv, 3, 7),
      how = arg(argc, argv, 4, 0);
  double *m[6];
  for (int k = 0; k < 6; k++) {
    m[k] = array(w * h, sizeof(double));
    fill_double(m[k], w * h, k + 1);
  }
  Grid alone = {how == 1 ? 2 : w, h, m[0], m[1]};
  World world = {{w, h, m[2], m[3]}, 0, how == 1};
  double *u = m[4], *v = how == 2 ? NULL : m[5];
  Grid *g = &alone;
#pragma stencil
  for (int t = 0; t < steps; t++)
    step(g);
#pragma stencil
  for (int t = 0; t < steps; t++)
    tick(&world);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    apart(w, h, u, v);
    double *s = u;
    u = v;
    v = s;
  }
  DUMP(world.frame);
  printf("%d %d %d\n", alone.a == m[0], world.grid.a == m[2], u == m[4]);
  for (int k = 0; k < 6; k++)
    dump("array", m[k], sizeof(double), w * h);
  return 0;
}
