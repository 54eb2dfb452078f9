// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pressure solver with a 19-point stencil over 14 arrays (no reduction), copied back.
// RANK: 3
// EXTRA: -DI=13 -DJ=11 -DK=10
// RUN-ARGS: @
#include "dump.h"

#ifndef I
#define I 13
#define J 11
#define K 10
#endif

typedef float grid[I][J][K];
static grid p, a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, bnd, wrk1, wrk2;

static void jacobi(int nn, float omega) {
#pragma stencil
  for (int n = 0; n < nn; n++) {
    for (int i = 1; i < I - 1; i++)
      for (int j = 1; j < J - 1; j++)
        for (int k = 1; k < K - 1; k++) {
          float s0 = a0[i][j][k] * p[i + 1][j][k] + a1[i][j][k] * p[i][j + 1][k] + a2[i][j][k] * p[i][j][k + 1] +
                     b0[i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
                     b1[i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
                     b2[i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
                     c0[i][j][k] * p[i - 1][j][k] + c1[i][j][k] * p[i][j - 1][k] + c2[i][j][k] * p[i][j][k - 1] +
                     wrk1[i][j][k];
          float ss = (s0 * a3[i][j][k] - p[i][j][k]) * bnd[i][j][k];
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (int i = 1; i < I - 1; i++)
      for (int j = 1; j < J - 1; j++)
        for (int k = 1; k < K - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
  }
}

int main(int argc, char **argv) {
  float *all[14] = {&p[0][0][0],  &a0[0][0][0], &a1[0][0][0], &a2[0][0][0],  &a3[0][0][0],   &b0[0][0][0],   &b1[0][0][0],
                    &b2[0][0][0], &c0[0][0][0], &c1[0][0][0], &c2[0][0][0], &bnd[0][0][0], &wrk1[0][0][0], &wrk2[0][0][0]};
  for (int n = 0; n < 14; n++) {
    fill_float(all[n], I * J * K, 57 + n);
    for (int c = 0; c < I * J * K; c++)
      all[n][c] *= n ? 0.3f : 1.0f;
  }
  jacobi(arg(argc, argv, 1, 7), 0.8f);
  dump("p", p, sizeof(float), I * J * K);
  dump("wrk2", wrk2, sizeof(float), I * J * K);
  return 0;
}
