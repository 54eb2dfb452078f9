// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that hold the arrays, exchanged themselves, and pointers to structs that are members of another one.
// READING
// RANK: 1
// REGION: @
// REGION: @
// RUN-ARGS: 40 @
// TINY-ARGS: 3 2
#include "dump.h"

typedef struct {
  int n;
  const char *name;
  float *v, *unused;
} Grid;
typedef struct {
  struct {
    Grid cur, next;
  } g;
  double dt;
} Sim;
typedef struct {
  Grid *cur, *next;
} Pair;

static void advance(Sim *s) {
  for (int i = 1; i < s->g.cur.n - 1; i++)
    s->g.next.v[i] = s->g.cur.v[i] + s->dt * (s->g.cur.v[i - 1] - s->g.cur.v[i]);
  Grid k = s->g.cur;
  s->g.cur = s->g.next;
  s->g.next = k;
}

static Grid create(const char *name, int n, int seed) {
  Grid g = {n, name, array(n, sizeof(float)), 0};
  fill_float(g.v, n, seed);
  return g;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), steps = arg(argc, argv, 2, 7);
  Sim sim = {{create("one", n, 1), create("two", n, 2)}, 0.1};
  sim.g.cur.unused = sim.g.cur.v;
#pragma stencil
  for (int t = 0; t < steps; t++)
    advance(&sim);
  printf("%s %s %d\n", sim.g.cur.name, sim.g.next.name, sim.g.cur.unused == sim.g.cur.v);
  dump("cur", sim.g.cur.v, sizeof(float), n);
  dump("next", sim.g.next.v, sizeof(float), n);

  Grid three = create("three", n, 3), four = create("four", n, 4), *spare;
  Pair both = {&three, &four}, *p = &both;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      p->next->v[i] = 0.25f * p->cur->v[i - 1] + 0.5f * p->cur->v[i] + 0.25f * p->cur->v[i + 1];
    spare = p->cur;
    p->cur = p->next;
    p->next = spare;
  }
  printf("%s %s %s\n", p->cur->name, p->next->name, steps > 0 ? spare->name : "");
  dump("three", three.v, sizeof(float), n);
  dump("four", four.v, sizeof(float), n);
  return 0;
}
