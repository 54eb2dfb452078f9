// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single element whose place changes from step to step, in a function. The steps mention the struct in calls only.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 29 17 @
// STEPS: 0 1 2 13
// HOST: every 3 from 0
// WHOLE-AT-HOME: the planes of water_now_0 don't lie one behind the other
#include "dump.h"

typedef struct {
  float height, speed;
} Cell;

typedef struct {
  int nx, ny;
  Cell *now, *next;
} Water;

static void drop(Water *water, int x, int y, float height) { water->now[y * water->nx + x].height += height; }

static void update(Water *water) {
  for (int j = 1; j < water->ny - 1; j++)
    for (int i = 1; i < water->nx - 1; i++) {
      const Cell *c = &water->now[j * water->nx + i];
      float force = c[1].height + c[-1].height + c[water->nx].height + c[-water->nx].height - 4 * c->height;
      water->next[j * water->nx + i].speed = c->speed + 0.125f * force;
      water->next[j * water->nx + i].height = c->height + 0.25f * (c->speed + 0.125f * force);
    }
  Cell *w = water->now;
  water->now = water->next;
  water->next = w;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 13);
  size_t size = (size_t)nx * ny;
  Water water = {nx, ny, array(size, sizeof(Cell)), array(size, sizeof(Cell))};
  fill_float(&water.now[0].height, 2 * size, 31);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 3 == 0)
      drop(&water, 3 + t / 2, 2 + t % 5, 0.5f);
    update(&water);
  }
  dump("now", water.now, sizeof(float), 2 * size);
  dump("next", water.next, sizeof(float), 2 * size);
  return 0;
}
