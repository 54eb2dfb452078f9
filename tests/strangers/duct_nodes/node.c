#include "node.h"
#include <stdio.h>

static enum node_type type_at(const Setup *s, int x, int y) {
  if (y == 0 || y == s->height - 1)
    return WALL;
  int dx = x - s->width / 4, dy = y - s->height / 2;
  if (dx * dx + dy * dy < 12)
    return WALL;
  if (x == 0)
    return INLET;
  return x == s->width - 1 ? OUTLET : FLUID;
}

void setup_nodes(const Setup *s, Node *lattice) {
  static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
  for (int y = 0; y < s->height; y++)
    for (int x = 0; x < s->width; x++) {
      Node *n = &AT(lattice, s, x, y);
      for (int i = 0; i < 9; i++)
        n->f[i] = w[i];
      n->rho = 1.0;
      n->vel.x = n->vel.y = 0.0;
      n->dye = 0.0f;
      n->type = type_at(s, x, y);
      n->visits = 0;
    }
}

void report(const Setup *s, const Node *lattice, int step) {
  double mass = 0, dye = 0;
  long visits = 0;
  for (int i = 0; i < s->width * s->height; i++)
    if (lattice[i].type != WALL) {
      mass += lattice[i].rho;
      dye += lattice[i].dye;
      visits += lattice[i].visits;
    }
  printf("step %d: mass %.12f dye %.9f visits %ld\n", step, mass, dye, visits);
  for (int y = 0; y < s->height; y += 4)
    printf("%3d  %+.9f %+.9f  %.7g\n", y, AT(lattice, s, s->width / 2, y).vel.x, AT(lattice, s, s->width / 2, y).vel.y,
           AT(lattice, s, s->width / 2, y).dye);
}
