// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lattice Boltzmann step over structs: the populations come in from the neighbours that a table names, turn round in solid cells,
// by another table, and collide elsewhere.
// RUN-ARGS: 23 19 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
// WHOLE-AT-HOME: don't lie one behind the other
#include "dump.h"

#define Q 9
typedef struct {
  double f[Q];
} Node;

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static void step(int nx, int ny, const unsigned char *solid, const Node *from, Node *to, double omega) {
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      double f[Q], rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; q++)
        f[q] = from[(y - cy[q]) * nx + x - cx[q]].f[q];
      if (solid[y * nx + x]) {
        for (int q = 0; q < Q; q++)
          to[y * nx + x].f[q] = f[opposite[q]];
        continue;
      }
      for (int q = 0; q < Q; q++) {
        rho += f[q];
        ux += cx[q] * f[q];
        uy += cy[q] * f[q];
      }
      ux /= rho;
      uy /= rho;
      double usq = 1.5 * (ux * ux + uy * uy);
      for (int q = 0; q < Q; q++) {
        double cu = 3 * (cx[q] * ux + cy[q] * uy);
        to[y * nx + x].f[q] = f[q] - omega * (f[q] - weight[q] * rho * (1 + cu + 0.5 * cu * cu - usq));
      }
    }
}

int main(int argc, char **argv) {
  int ny = arg(argc, argv, 1, 23), nx = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  Node *a = array(nx * ny, sizeof(Node)), *b = array(nx * ny, sizeof(Node));
  unsigned char *solid = array(nx * ny, 1);
  for (int i = 0; i < nx * ny; i++) {
    solid[i] = i % 17 == 3;
    for (int q = 0; q < Q; q++)
      a[i].f[q] = b[i].f[q] = weight[q] * (1 + 0.01 * ((i * 7 + q) % 5));
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(nx, ny, solid, a, b, 1.2);
    Node *s = a;
    a = b;
    b = s;
  }
  dump("a", a, sizeof(double), Q * nx * ny);
  dump("b", b, sizeof(double), Q * nx * ny);
  return 0;
}
