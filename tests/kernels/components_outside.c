// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A short loop over components around three over cells, beside nests that name the components by their numbers: the
// first dimension or the last one.
// READING
// RANK: 3
// RUN-ARGS: 11 9 7 @
// RUN-ARGS: 4 3 5 @
// TINY-ARGS: 1 1 1 @
// REGION: @
// REGION: @
#include "dump.h"

static void first(int nx, int ny, int nz, int steps, float u[3][nz][ny][nx], float rhs[3][nz][ny][nx]) {
  int i, j, k, m, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (m = 0; m < 3; m++)
      for (k = 0; k < nz; k++)
        for (j = 0; j < ny; j++)
          for (i = 0; i < nx; i++)
            rhs[m][k][j][i] = 0.01f * u[m][k][j][i];
    for (k = 1; k < nz - 1; k++)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++) {
          rhs[0][k][j][i] += 0.1f * (u[1][k][j][i + 1] - u[1][k][j][i - 1]);
          rhs[1][k][j][i] += 0.1f * (u[2][k][j + 1][i] - u[0][k][j - 1][i]);
        }
    for (m = 0; m < 3; m++)
      for (k = 1; k < nz - 1; k++)
        for (j = 1; j < ny - 1; j++)
          for (i = 1; i < nx - 1; i++)
            u[m][k][j][i] += rhs[m][k][j][i] + 0.05f * (rhs[m][k - 1][j][i] - rhs[m][k + 1][j][i]);
  }
}

static void last(int nx, int ny, int nz, int steps, float u[nz][ny][nx][3], float rhs[nz][ny][nx][3]) {
  int i, j, k, m, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (m = 0; m < 3; m++)
      for (k = 0; k < nz; k++)
        for (j = 0; j < ny; j++)
          for (i = 0; i < nx; i++)
            rhs[k][j][i][m] = 0.01f * u[k][j][i][m];
    for (k = 1; k < nz - 1; k++)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++)
          for (m = 0; m < 3; m++)
            rhs[k][j][i][m] += 0.1f * (u[k][j][i + 1][m] - u[k - 1][j][i][m]);
    for (m = 0; m < 3; m++)
      for (k = 1; k < nz - 1; k++)
        for (j = 1; j < ny - 1; j++)
          for (i = 1; i < nx - 1; i++)
            u[k][j][i][m] += rhs[k][j][i][m];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 11), ny = arg(argc, argv, 2, 9), nz = arg(argc, argv, 3, 7);
  int steps = arg(argc, argv, 4, 7);
  const size_t numbers = (size_t)nx * ny * nz * 3;
  void *u = array(numbers, sizeof(float)), *rhs = array(numbers, sizeof(float));
  fill_float(u, numbers, 1);
  fill_float(rhs, numbers, 2);
  first(nx, ny, nz, steps, u, rhs);
  dump("u", u, sizeof(float), numbers);
  dump("rhs", rhs, sizeof(float), numbers);
  last(nx, ny, nz, steps, u, rhs);
  dump("u", u, sizeof(float), numbers);
  dump("rhs", rhs, sizeof(float), numbers);
  return 0;
}
