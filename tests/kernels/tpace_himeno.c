// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published out-of-core directives as they are printed, on Himeno's loops: on every loop its axis, 1 the fastest.
// READING
// RANK: 3
// OUT-OF-CORE
// STEPS: 0 1 5
// RUN-ARGS: @
#include "dump.h"

#define NX 13
#define NY 9
#define NZ 11

static float a[4][NZ][NY][NX], b[3][NZ][NY][NX], c[3][NZ][NY][NX];
static float p[NZ][NY][NX], wrk1[NZ][NY][NX], wrk2[NZ][NY][NX], bnd[NZ][NY][NX];

int main(int argc, char **argv) {
  int nn = arg(argc, argv, 1, 5), i, j, k, n;
  float omega = 0.05f, s0, ss;
  fill_float(&a[0][0][0][0], 4 * NZ * NY * NX, 1);
  fill_float(&b[0][0][0][0], 3 * NZ * NY * NX, 2);
  fill_float(&c[0][0][0][0], 3 * NZ * NY * NX, 3);
  fill_float(&p[0][0][0], NZ * NY * NX, 4);
  fill_float(&wrk1[0][0][0], NZ * NY * NX, 5);
  fill_float(&wrk2[0][0][0], NZ * NY * NX, 6);
  fill_float(&bnd[0][0][0], NZ * NY * NX, 7);

#pragma tpace init
#pragma tpace pipeline targetinout(p[0:NZ][0:NY][0:NX], wrk2[0:NZ][0:NY][0:NX]) targetin(a, b, c, wrk1, bnd) \
    size([0:NZ][0:NY][0:NX]) halo([1:1][1:1][1:1]) async
  for (n = 0; n < nn; ++n) {
#pragma tpace loop dim(3)
    for (i = 1; i < NZ - 1; i++)
#pragma tpace loop dim(2)
      for (j = 1; j < NY - 1; j++)
#pragma tpace loop dim(1)
        for (k = 1; k < NX - 1; k++) {
          s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
               b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
               b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
               b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
               c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
               wrk1[i][j][k];
          ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
#pragma tpace loop dim(3)
    for (i = 1; i < NZ - 1; i++)
#pragma tpace loop dim(2)
      for (j = 1; j < NY - 1; j++)
#pragma tpace loop dim(1)
        for (k = 1; k < NX - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
  }

  DUMP(n);
  dump("p", p, sizeof(float), NZ * NY * NX);
  dump("wrk2", wrk2, sizeof(float), NZ * NY * NX);
  return 0;
}
