// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a step has for itself: fluxes on faces that are declared in it, with edges of their own, and memory that a function
// takes in every step and gives back.
// READING
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 6 5 @
#include "dump.h"

static void *take(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "no memory\n");
    exit(3);
  }
  return memory;
}

static void smooth(int nx, int ny, double (*u)[nx], const double (*w)[nx]) {
  double(*old)[nx] = malloc(sizeof(double[ny][nx]));
  double *sum = take((size_t)nx * ny * sizeof *sum);
  if (!old)
    exit(3);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      old[j][i] = u[j][i];
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      if (j == 0 || j == ny - 1)
        sum[j * nx + i] = 0;
      else
        sum[j * nx + i] = old[j - 1][i] + old[j + 1][i];
    }
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] = 0.5 * old[j][i] + 0.125 * (sum[j * nx + i - 1] + sum[j * nx + i + 1]) * w[j][i];
  free(sum);
  free(old);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double));
  double(*w)[nx] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 11);
  fill_double(&w[0][0], cells, 12);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double across[ny][nx + 1], along[ny + 1][nx];
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i++)
        across[j][i] = w[j][i] * (u[j][i] - u[j][i - 1]);
    for (int j = 0; j < ny; j++) {
      across[j][0] = 0;
      across[j][nx] = 0;
    }
    for (int j = 1; j < ny; j++)
      for (int i = 0; i < nx; i++)
        along[j][i] = w[j][i] * (u[j][i] - u[j - 1][i]);
    for (int i = 0; i < nx; i++)
      along[0][i] = along[ny][i] = 0;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        u[j][i] += 0.0625 * (across[j][i + 1] - across[j][i] + along[j + 1][i] - along[j][i]);
    smooth(nx, ny, u, (const double(*)[nx])w);
  }

  dump("u", u, sizeof(double), cells);
  return 0;
}
