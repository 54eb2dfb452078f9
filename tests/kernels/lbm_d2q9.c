// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lattice Boltzmann: populations that a cell has for itself, in short loops over directions, which also store them. Walls bounce.
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 3 5 @
#include "dump.h"

#define Q 9
static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static double squared(const double velocity[2]) {
  double sum = 0;
  for (int axis = 0; axis < 2; axis++)
    sum += velocity[axis] * velocity[axis];
  return sum;
}

static void divide(double (*moments)[2], double by) {
  moments[1][0] /= by;
  moments[1][1] /= by;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7), q = -1;
  size_t cells = (size_t)nx * ny;
  double(*f)[ny][nx] = array(Q * cells, sizeof(double)), (*g)[ny][nx] = array(Q * cells, sizeof(double));
  double(*density)[nx] = array(cells, sizeof(double));
  fill_double(&f[0][0][0], Q * cells, 71);
  fill_double(&g[0][0][0], Q * cells, 72);
  fill_double(&density[0][0], cells, 73);
  const double omega = 1.25;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double in[Q], moments[2][2] = {{4}}, uu;
        for (q = 0; q < Q; q++)
          in[q] = f[q][y - ey[q]][x - ex[q]];
        for (int k = 0; k < Q; ++k) {
          moments[0][0] += in[k];
          for (int axis = 0; axis < 2; axis++)
            moments[1][axis] += (axis ? ey[k] : ex[k]) * in[k];
        }
        divide(moments, moments[0][0]);
        const double u[2] = {moments[1][0], moments[1][1]};
        uu = squared(u);
        density[y][x] = moments[0][0];
        for (q = 0; q < Q; q++) {
          double cu = ex[q] * moments[1][0] + ey[q] * moments[1][1];
          double feq = weight[q] * moments[0][0] * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * uu);
          g[q][y][x] = in[q] + omega * (feq - in[q]);
        }
      }
    for (int k = 0; k < Q; k++)
      for (int y = 0; y < ny; y++)
        g[k][y][0] = f[opposite[k]][y][0];
    double(*swap)[ny][nx] = f;
    f = g;
    g = swap;
  }

  DUMP(q);
  dump("f", f, sizeof(double), Q * cells);
  dump("g", g, sizeof(double), Q * cells);
  dump("density", density, sizeof(double), cells);
  return 0;
}
