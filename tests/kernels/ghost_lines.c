// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghost cells at the ends of a line, whose number is a member of a struct, or only known at the call. Lines with fewer
// cells than ghosts run the original loops.
// READING
// RANK: 1
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 301 @
// RUN-ARGS: 6 @
// TINY-ARGS: 1 @
// TINY-ARGS: 2 @
// TINY-ARGS: 37 @ 40
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  int n, ghosts;
  float *now, *next;
} Line;

static void fillEnds(Line *l) {
  for (int k = 0; k < l->ghosts; k++) {
    l->now[k] = l->now[l->n + k];
    l->now[l->n + l->ghosts + k] = l->now[l->ghosts + k];
  }
}

static void ofStruct(Line *l, int steps) {
  l->ghosts = 3;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    fillEnds(l);
    for (int i = l->ghosts; i < l->n + l->ghosts; i++)
      l->next[i] = 0.5f * l->now[i] + 0.25f * (l->now[i - 3] + l->now[i + 2]);
    float *other = l->now;
    l->now = l->next;
    l->next = other;
  }
}

static void atTheCall(int nx, int g, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < g; k++)
      u[k] = u[nx + k];
    for (int k = 0; k < g; k++)
      u[nx + g + k] = u[g + k];
    for (int i = g; i < nx + g; i++)
      v[i] = 0.5f * u[i] + 0.25f * (u[i - 1] + u[i + 1]);
    for (int i = g; i < nx + g; i++)
      u[i] = v[i];
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 301), steps = arg(argc, argv, 2, 7), width = arg(argc, argv, 3, 2);
  Line line = {n, 0, array(n + 6, sizeof(float)), array(n + 6, sizeof(float))};
  fill_float(line.now, n + 6, 3);
  fill_float(line.next, n + 6, 4);
  ofStruct(&line, steps);
  dump("now", line.now, sizeof(float), n + 6);
  dump("next", line.next, sizeof(float), n + 6);
  float *u = array(n + 2 * width, sizeof(float)), *v = array(n + 2 * width, sizeof(float));
  fill_float(u, n + 2 * width, 5);
  fill_float(v, n + 2 * width, 6);
  atTheCall(n, width, steps, u, v);
  dump("u", u, sizeof(float), n + 2 * width);
  return 0;
}
