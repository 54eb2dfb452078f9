// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directions in tables of doubles: constant, with an initialiser, behind a struct's pointer, in structs that statements
// fill; sums of doubles as subscripts.
// READING
// RANK: 2
// RUN-ARGS: @
// REGION: @
// REGION: @
#include "dump.h"

#define NX 26
#define NY 19
#define Q 5

typedef struct {
  double cx[Q], cy[Q], share[Q];
  int opposite[Q];
} Lattice;

typedef struct {
  int nx, ny, made;
  Lattice *lattice;
  double *f, *g;
} Flow;

static const double ex[Q] = {0, 1, 0, -1, 0}, ey[Q] = {0, 0, 1, 0, -1};
static double far[4] = {2, -2, 1.5, -1.5};
static float up[4] = {0, 1, -1, 0};
static struct {
  double x, y;
  int dx, dy;
} way[4];
static double f[Q][NY][NX], g[Q][NY][NX], u[NY][NX], v[NY][NX];

static void set(Lattice *lattice) {
  for (int q = 0; q < Q; q++) {
    lattice->cx[q] = ex[q];
    lattice->cy[q] = ey[q];
    lattice->share[q] = q == 0 ? 1. / 3 : 1. / 6;
    lattice->opposite[q] = q == 0 ? 0 : (q + 1) % 4 + 1;
  }
}

static void turn(void) {
  for (int k = 0; k < 4; k++) {
    way[k].dx = k % 2 ? 0 : k - 1;
    way[k].dy = k % 2 ? k - 2 : 0;
    way[k].x = 0.5 * way[k].dx;
    way[k].y = -way[k].dy;
  }
}

static void step(Flow *flow) {
  const int nx = flow->nx, ny = flow->ny;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      double rho = 0, x = 0;
      for (int q = 0; q < Q; q++) {
        rho += flow->f[(j * nx + i) * Q + q];
        x += flow->f[(j * nx + i) * Q + q] * flow->lattice->cx[q];
      }
      for (int q = 0; q < Q; q++)
        flow->f[(j * nx + i) * Q + q] += 0.3 * flow->lattice->share[q] * (rho + flow->lattice->cx[q] * x);
    }
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int q = 0; q < Q; q++) {
        const int from = (i - (int)flow->lattice->cx[q] + nx) % nx, row = (j - (int)flow->lattice->cy[q] + ny) % ny;
        flow->g[(j * nx + i) * Q + q] = 0.5 * flow->f[(row * nx + from) * Q + q] +
                                        0.1 * flow->f[(row * nx + from) * Q + flow->lattice->opposite[q]];
      }
  double *other = flow->f;
  flow->f = flow->g;
  flow->g = other;
  flow->made++;
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  fill_double(&f[0][0][0], Q * NX * NY, 1);
  fill_double(&g[0][0][0], Q * NX * NY, 3);
  fill_double(&u[0][0], NX * NY, 2);
  Lattice lattice;
  Flow flow = {NX, NY, 0, &lattice, &f[0][0][0], &g[0][0][0]};
  set(&lattice);
#pragma stencil
  for (int t = 0; t < steps; t++)
    step(&flow);
  dump("f", flow.f, sizeof(double), Q * NX * NY);

  turn();
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < NY - 2; j++)
      for (int i = 2; i < NX - 2; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
          const int at = i + ex[k + 1], row = 0.0 + (j - ey[k + 1]) + 1 - 1.0;
          sum += u[row][at] * (way[k].x + 2) - u[j + (int)up[k]][i - (int)far[k]];
          sum += way[k].y * u[j + way[k].dy][i + (int)(far[0] - 3 + k)] + u[j + (int)way[k].y][i + way[k].dx];
        }
        v[j][i] = 0.05 * sum;
      }
    for (int j = 2; j < NY - 2; j++)
      for (int i = 2; i < NX - 2; i++)
        u[j][i] = v[j][i];
  }
  dump("u", u, sizeof(double), NX * NY);
  return flow.made != steps;
}
