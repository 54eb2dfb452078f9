// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Himeno's benchmark: a pressure equation with 19 points and 14 arrays, gosa summed in every step.
// RANK: 3
// STEPS: 0 1 5
// HELD-ON-CHIP
// RUN-ARGS: 11 9 13 @
// RUN-ARGS: 3 3 3 @
// ENDS-ARGS: 40 36 44 @
#include "dump.h"

int main(int argc, char **argv) {
  int imax = arg(argc, argv, 1, 11), jmax = arg(argc, argv, 2, 9), kmax = arg(argc, argv, 3, 13);
  int nn = arg(argc, argv, 4, 5);
  size_t cells = (size_t)imax * jmax * kmax;
  float(*a)[imax][jmax][kmax] = array(4 * cells, sizeof(float));
  float(*b)[imax][jmax][kmax] = array(3 * cells, sizeof(float));
  float(*c)[imax][jmax][kmax] = array(3 * cells, sizeof(float));
  float(*p)[jmax][kmax] = array(cells, sizeof(float));
  float(*wrk1)[jmax][kmax] = array(cells, sizeof(float));
  float(*wrk2)[jmax][kmax] = array(cells, sizeof(float));
  float(*bnd)[jmax][kmax] = array(cells, sizeof(float));
  fill_float(&a[0][0][0][0], 4 * cells, 1);
  fill_float(&b[0][0][0][0], 3 * cells, 2);
  fill_float(&c[0][0][0][0], 3 * cells, 3);
  fill_float(&p[0][0][0], cells, 4);
  fill_float(&wrk1[0][0][0], cells, 5);
  fill_float(&wrk2[0][0][0], cells, 6);
  fill_float(&bnd[0][0][0], cells, 7);
  float omega = 0.05f, gosa = -1, s0, ss;

#pragma stencil
  for (int n = 0; n < nn; ++n) {
    gosa = 0.0f;
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++) {
          s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
               b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
               b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
               b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
               c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
               wrk1[i][j][k];
          ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          gosa = gosa + ss * ss;
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (int i = 1; i < imax - 1; ++i)
      for (int j = 1; j < jmax - 1; ++j)
        for (int k = 1; k < kmax - 1; ++k)
          p[i][j][k] = wrk2[i][j][k];
  }

  DUMP(gosa);
  dump("p", p, sizeof(float), cells);
  dump("wrk2", wrk2, sizeof(float), cells);
  return 0;
}
