// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of rows that each step takes row by row and gives back, in the step and in a function of it.
// RANK: 2
// RUN-ARGS: 26 19 @
// RUN-ARGS: 5 4 @
// REGION: @
// REGION: @
#include "dump.h"

static void blur(int nx, int ny, double (*u)[nx], double (*v)[nx]) {
  double **sum = malloc(sizeof(double *) * ny);
  if (sum == NULL)
    exit(1);
  for (int j = 0; j < ny; ++j) {
    sum[j] = calloc(nx, sizeof **sum);
    if (!sum[j])
      exit(1);
  }
  for (int j = 0; j < ny; j++)
    for (int i = 1; i < nx - 1; i++)
      sum[j][i] = u[j][i - 1] + u[j][i] + u[j][i + 1];
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      v[j][i] = (sum[j - 1][i] + sum[j][i] + sum[j + 1][i]) / 9;
  for (int j = 0; j < ny; ++j)
    free(sum[j]);
  free(sum);
}

static void neighbours(int nx, int ny, double **to, double (*u)[nx]) {
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      to[j][i] = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  double(*u)[nx] = array(size, sizeof(double)), (*v)[nx] = array(size, sizeof(double));
  fill_double(&u[0][0], size, 1);
  fill_double(&v[0][0], size, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double **tmp = malloc(ny * sizeof *tmp);
    for (int j = 0; j < ny; j++)
      tmp[j] = malloc(nx * sizeof(double));
    neighbours(nx, ny, tmp, u);
    for (int j = 1; j < ny - 1; j++) {
      const double *row = tmp[j];
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = row[i];
    }
    for (int j = 0; j < ny; j++)
      free(tmp[j]);
    free(tmp);
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    blur(nx, ny, u, v);
    double(*spare)[nx] = u;
    u = v;
    v = spare;
  }

  dump("u", u, sizeof(double), size);
  dump("v", v, sizeof(double), size);
  return 0;
}
