// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives on Himeno's loop: coefficient arrays with components, fixed dimensions through macros, all
// words on one line, clauses of ours beside them. `printed` has the seven lines as they are printed, on Himeno's own loops.
// READING
// RANK: 3
// REGION: @
// REGION: @
// STEPS: 0 1 5
// RUN-ARGS: @
#include "dump.h"

#define NX 13
#define NY 9
#define NZ 11
#define REAL float

static REAL a[4][NZ][NY][NX], b[3][NZ][NY][NX], c[3][NZ][NY][NX];
static REAL p[NZ][NY][NX], wrk1[NZ][NY][NX], wrk2[NZ][NY][NX], bnd[NZ][NY][NX];

static void printed(int nn, float omega) {
  int i, j, k, n;
  float s0, ss;
#pragma stencil begin
#pragma stencil step(n:1000)
#pragma stencil data source(float p[NZ][NY][NX], float a[4][NZ][NY][NX], float b[3][NZ][NY][NX], float c[3][NZ][NY][NX], float wrk1[NZ][NY][NX], float bnd[NZ][NY][NX]) destination(float wrk2[NZ][NY][NX])
#pragma stencil dimension(i, j, k)
  for (n = 0; n < nn; ++n) {
#pragma stencil calc
    for (i = 1; i < NZ - 1; i++)
      for (j = 1; j < NY - 1; j++)
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
#pragma stencil copy
    for (i = 1; i < NZ - 1; i++)
      for (j = 1; j < NY - 1; j++)
        for (k = 1; k < NX - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
  }
#pragma stencil end
}

int main(int argc, char **argv) {
  int nn = arg(argc, argv, 1, 5), n;
  fill_float(&a[0][0][0][0], 4 * NZ * NY * NX, 1);
  fill_float(&b[0][0][0][0], 3 * NZ * NY * NX, 2);
  fill_float(&c[0][0][0][0], 3 * NZ * NY * NX, 3);
  fill_float(&p[0][0][0], NZ * NY * NX, 4);
  fill_float(&wrk1[0][0][0], NZ * NY * NX, 5);
  fill_float(&wrk2[0][0][0], NZ * NY * NX, 6);
  fill_float(&bnd[0][0][0], NZ * NY * NX, 7);
  float omega = 0.05f, s0, ss;

#pragma stencil begin step(n:nn) noalias(p, wrk2)                                                              \
    data source(REAL a[4][NZ][NY][NX], REAL b[3][NZ][NY][NX], REAL c[3][NZ][NY][NX], const float p[11][9][13], \
                wrk1, float bnd[NZ][NY][NX]) destination(float wrk2[NZ][NY][NX])
  for (n = 0; n < nn; ++n) {
#pragma stencil calc dimension(i, j, k)
    for (int k = 1; k < NZ - 1; k++)
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++) {
          s0 = a[0][k][j][i] * p[k + 1][j][i] + a[1][k][j][i] * p[k][j + 1][i] + a[2][k][j][i] * p[k][j][i + 1] +
               b[0][k][j][i] * (p[k + 1][j + 1][i] - p[k + 1][j - 1][i] - p[k - 1][j + 1][i] + p[k - 1][j - 1][i]) +
               b[1][k][j][i] * (p[k][j + 1][i + 1] - p[k][j - 1][i + 1] - p[k][j + 1][i - 1] + p[k][j - 1][i - 1]) +
               b[2][k][j][i] * (p[k + 1][j][i + 1] - p[k - 1][j][i + 1] - p[k + 1][j][i - 1] + p[k - 1][j][i - 1]) +
               c[0][k][j][i] * p[k - 1][j][i] + c[1][k][j][i] * p[k][j - 1][i] + c[2][k][j][i] * p[k][j][i - 1] +
               wrk1[k][j][i];
          ss = (s0 * a[3][k][j][i] - p[k][j][i]) * bnd[k][j][i];
          wrk2[k][j][i] = p[k][j][i] + omega * ss;
        }
#pragma stencil copy dimension(x, y, z)
    for (int z = 1; z < NZ - 1; ++z)
      for (int y = 1; y < NY - 1; ++y)
        for (int x = 1; x < NX - 1; ++x)
          p[z][y][x] = wrk2[z][y][x];
  }
#pragma stencil end
  printed(nn, omega);

  DUMP(n);
  dump("p", p, sizeof(float), NZ * NY * NX);
  dump("wrk2", wrk2, sizeof(float), NZ * NY * NX);
  return 0;
}
