// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs and elements that one statement copies to several places, at the edges and in a cell, and structs with arrays
// that a condition chooses.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 53 @
#include "dump.h"

typedef struct {
  double v[3];
  int kind;
} State;

static State mirrored(State s) {
  State m = {{-s.v[0], s.v[1], s.v[2] * 0.5}, s.kind + 1};
  return m;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 53), steps = arg(argc, argv, 2, 7);
  State *now = array((size_t)n, sizeof *now), *next = array((size_t)n, sizeof *next),
        *seen = array((size_t)n, sizeof *seen);
  float *u = array((size_t)n, sizeof *u), *v = array((size_t)n, sizeof *v);
  fill_float(u, (size_t)n, 4);
  unsigned seed = 3;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < 3; c++)
      now[i].v[c] = noise(&seed);
    now[i].kind = i % 5;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      State left, wall;
      left = wall = seen[i] = mirrored(now[i - 1]);
      State right = now[i].kind > 2 ? now[i + 1] : wall;
      next[i].v[0] = 0.5 * left.v[2] + right.v[1];
      next[i].v[1] = 0.25 * now[i].v[0] - wall.v[1];
      next[i].v[2] = right.v[2] - left.v[0];
      next[i].kind = (left.kind + right.kind) % 7;
    }
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5f * (u[i - 1] + u[i + 1]);
    next[0] = next[n - 1] = next[2];
    v[0] = v[n - 1] = v[3];
    for (int i = 0; i < n; i++)
      now[i] = next[i];
    for (int i = 0; i < n; i++)
      u[i] = v[i];
    now[0] = t % 2 ? next[1] : next[n - 2];
  }
  dump("now", now, sizeof *now, (size_t)n);
  dump("seen", seen, sizeof *seen, (size_t)n);
  dump("u", u, sizeof *u, (size_t)n);
  return 0;
}
