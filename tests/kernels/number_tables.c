// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of directions and weights that aren't constant: with an initialiser, filled by a function, of structs;
// and of distances in flat arrays.
// READING
// RANK: 2
// RUN-ARGS: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#define NX 26
#define NY 19
#define Q 5

int ex[Q] = {0, 1, 0, -1, 0}, ey[Q] = {0, 0, 1, 0, -1}, opposite[Q] = {0, 3, 4, 1, 2};
static double weight[Q] = {1. / 3, 1. / 6, 1. / 6, 1. / 6, 1. / 6};
static double f[Q][NY][NX], g[Q][NY][NX], u[NY][NX], v[NY][NX];
static int dx[8], dy[8];

static struct Side {
  int dx, dy;
  double share;
} side[4] = {{1, 0, 0.125}, {-1, 0, 0.25}, {0, 1, 0.375}, {0, -1, 0.0625}};

static void around(int *x, int *y) {
  int k = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      if (i || j) {
        x[k] = i;
        y[k++] = j;
      }
}

static double mean(int j, int i, const int *x, const int *y) {
  double sum = 0;
  for (int k = 0; k < 8; k++)
    sum += u[j + y[k]][i + x[k]];
  return sum / 8;
}

static void flat(double *p, double *q, int w, int steps) {
  const int h = NX * NY / w;
  int off[9], n = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      off[n++] = j * w + i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < h - 1; j++)
      for (int i = 1; i < w - 1; i++) {
        const double *at = p + j * w + i;
        q[j * w + i] = 0;
        for (int k = 0; k < 9; k++)
          q[j * w + i] += at[off[k]] * (k % 2 ? 0.125 : 0.0625);
      }
    for (int j = 1; j < h - 1; j++)
      for (int i = 1; i < w - 1; i++)
        p[j * w + i] = q[j * w + i];
  }
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  fill_double(&f[0][0][0], Q * NX * NY, 1);
  fill_double(&u[0][0], NX * NY, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        double rho = 0, flow = 0;
        for (int k = 0; k < Q; k++) {
          const double here = f[k][(y - ey[k] + NY) % NY][(x - ex[k] + NX) % NX];
          rho += here;
          flow += here * ex[k];
        }
        for (int k = 0; k < Q; k++)
          g[k][y][x] = 0.9 * f[opposite[opposite[k]]][(y - ey[k] + NY) % NY][(x - ex[k] + NX) % NX] +
                       0.1 * weight[k] * (rho + ex[k] * flow);
      }
    for (int k = 0; k < Q; k++)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
          f[k][y][x] = g[k][y][x];
  }
  dump("f", f, sizeof(double), Q * NX * NY);

  around(dx, dy);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        double flux = 0;
        for (int k = 0; k < 4; k++)
          flux += side[k].share * u[j + side[k].dy][i + side[k].dx];
        v[j][i] = flux + 0.25 * mean(j, i, dx, dy);
      }
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u[j][i] = v[j][i];
  }
  dump("u", u, sizeof(double), NX * NY);
  flat(&u[0][0], &v[0][0], arg(argc, argv, 2, NX), steps);
  dump("u", u, sizeof(double), NX * NY);
  return 0;
}
