// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cells collect is a member of a struct, or behind a pointer; a test over it may end the loop.
// READING
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
#include "dump.h"

struct state {
  int n, above;
  float change, *u, *v;
};

static void relax(struct state *s, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float limit = 0.25f + 0.125f * s->change;
    s->change = 0;
    s->above = 0;
    for (int i = 1; i < s->n - 1; i++) {
      s->v[i] = 0.5f * (s->u[i - 1] + s->u[i + 1]);
      float d = s->v[i] > s->u[i] ? s->v[i] - s->u[i] : s->u[i] - s->v[i];
      if (d > s->change)
        s->change = d;
      if (d > limit)
        s->above++;
    }
    for (int i = 1; i < s->n - 1; i++)
      s->u[i] = s->v[i];
    if (s->change < -1)
      break;
  }
}

static void count(const float *a, float *b, int n, int steps, int *above) {
  float *from = (float *)a, *to = b;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    *above = 0;
    for (int i = 1; i < n - 1; i++) {
      to[i] = from[i - 1] * 0.75f + from[i + 1] * 0.25f;
      *above += to[i] > 0.125f;
    }
    float *other = from;
    from = to;
    to = other;
  }
}

int main(int argc, char **argv) {
  struct state s = {arg(argc, argv, 1, 45), -5, -6, 0, 0};
  int steps = arg(argc, argv, 2, 7), above = -7;
  s.u = array(s.n, sizeof(float));
  s.v = array(s.n, sizeof(float));
  fill_float(s.u, s.n, 3);
  relax(&s, steps);
  DUMP(s.change);
  DUMP(s.above);
  count(s.u, s.v, s.n, steps, &above);
  DUMP(above);
  dump("u", s.u, sizeof(float), s.n);
  dump("v", s.v, sizeof(float), s.n);
  return 0;
}
