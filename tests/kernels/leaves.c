// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of three axes: a fourth loop goes over them. Components, numbers of a block, two stages, one with few loops.
// RANK: 3
// RUN-ARGS: 9 6 @
// RUN-ARGS: 1 4 @
// TINY-ARGS: 0 4 @
// STEPS: 0 1 4
// SWEEP-ONLY
// NO-STREAM
// NO-DIAMOND
// WHOLE: blocks are made each by itself
#include "dump.h"

enum { Q = 3 };

int main(int argc, char **argv) {
  int leaves = arg(argc, argv, 1, 9), n = arg(argc, argv, 2, 6), steps = arg(argc, argv, 3, 4), w = n + 2;
  size_t cells = (size_t)w * w * w;
  double(*u)[w][w][w] = array((leaves + 1) * cells, sizeof(double));
  double(*v)[w][w][w] = array((leaves + 1) * cells, sizeof(double));
  float(*f)[Q][w][w][w] = array((leaves + 1) * Q * cells, sizeof(float));
  float *h = array(leaves + 1, sizeof(float));
  double(*corner)[3] = array(3 * (leaves + 1), sizeof(double));
  int *level = array(leaves + 1, sizeof(int));
  fill_double(&u[0][0][0][0], (leaves + 1) * cells, 1);
  fill_double(&v[0][0][0][0], (leaves + 1) * cells, 2);
  fill_float(&f[0][0][0][0][0], (leaves + 1) * Q * cells, 3);
  fill_float(h, leaves + 1, 4);
  fill_double(&corner[0][0], 3 * (leaves + 1), 5);
  fill_int(level, leaves + 1, 6, 0, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int b = 0; b < leaves; b++)
      for (int k = 1; k <= n; k++)
        for (int j = 1; j <= n; j++)
          for (int i = 1; i <= n; i++) {
            double x = corner[b][0] + i * h[b], z = corner[b][2] + k * h[b];
            double flow = u[b][k - 1][j][i] + u[b][k + 1][j][i] + u[b][k][j - 1][i] + u[b][k][j + 1][i] +
                          u[b][k][j][i - 1] + u[b][k][j][i + 1] - 6 * u[b][k][j][i];
            v[b][k][j][i] = u[b][k][j][i] + (level[b] % 2 ? 0.1 : 0.05) * flow + 1e-3 * (x + z) / (b + 1 + t);
            if (i > 1 && b != 2)
              f[b][1][k][j][i] = f[b][0][k][j][i - 1] + (float)v[b][k][j][i];
          }
    for (int b = 0; b < leaves; b++)
      for (int k = 1; k <= n; k++)
        for (int j = 1; j <= n; j++)
          for (int i = 1; i <= n; i++) {
            f[b][0][k][j][i] = 0.5f * f[b][0][k][j][i] + 0.25f * f[b][1][k + 1][j - 1][i] * h[b];
            f[b][2][k][j][i] = 0.5f * f[b][2][k][j][i] - 0.25f * f[b][1][k - 1][j][i];
          }
    for (int b = 0; b < leaves; b++)
      for (int j = 1; j <= n; j++)
        for (int i = 1; i <= n; i++)
          v[b][0][j][i] = 2 * h[b] - v[b][1][j][i];
    double(*swap)[w][w][w] = u;
    u = v;
    v = swap;
  }
  dump("u", u, sizeof(double), (size_t)leaves * cells);
  dump("v", v, sizeof(double), (size_t)leaves * cells);
  dump("f", f, sizeof(float), (size_t)leaves * Q * cells);
  return 0;
}
