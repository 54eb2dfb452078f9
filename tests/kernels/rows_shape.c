// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clause shape for tables of rows, each from malloc: it says each of their dimensions. Masks by data keep the cells at the
// edges from looking beyond them; of two tables the step chooses.
// READING
// RANK: 3
// RUN-ARGS: 14 9 8 @
// RUN-ARGS: 3 4 3 @
// STEPS: 0 1 5
// REGION: @
// REGION: @
#include "dump.h"

static float ***volume(int nx, int ny, int nz, unsigned seed) {
  float ***table = array((size_t)nz, sizeof *table);
  for (int k = 0; k < nz; k++) {
    table[k] = array((size_t)ny, sizeof **table);
    for (int j = 0; j < ny; j++)
      fill_float(table[k][j] = array((size_t)nx, sizeof ***table), (size_t)nx, seed + 31 * k + j);
  }
  return table;
}

static void dump_volume(const char *name, float ***table, int nx, int ny, int nz) {
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      dump(name, table[k][j], sizeof(float), (size_t)nx);
}

static void masked(int nx, int ny, int nz, int steps, float ***u, float ***v, float **wet) {
#pragma stencil shape(u[nz][ny][nx], v[nz][ny][nx], wet[nz][nx])
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 0; i < nx; i++) {
          float sum = 0.5f * u[k][j][i] - 0.125f * (u[k - 1][j][i] + u[k + 1][j][i] + u[k][j - 1][i]);
          if (wet[k][i] > 0)
            sum += 0.25f * u[k][j][i + 1];
          v[k][j][i] = sum;
        }
    float ***other = u;
    u = v;
    v = other;
  }
}

static void chosen(int nx, int ny, int nz, int steps, float ***w[2]) {
#pragma stencil shape(w[2][nz][ny][nx])
  for (int t = 0; t < steps; t++)
    for (int k = 1; k < nz - 1; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 1; i < nx - 1; i++)
          w[1 - t % 2][k][j][i] = 0.5f * w[t % 2][k][j][i - 1] - 0.25f * w[t % 2][k + 1][j][i];
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 9), nz = arg(argc, argv, 3, 8), steps = arg(argc, argv, 4, 5);
  float ***u = volume(nx, ny, nz, 5), ***v = volume(nx, ny, nz, 6), **wet = volume(nx, nz, 1, 7)[0];
  float ***w[2] = {volume(nx, ny, nz, 8), volume(nx, ny, nz, 9)};
  for (int k = 0; k < nz; k++)
    wet[k][nx - 1] = -1;
  masked(nx, ny, nz, steps, u, v, wet);
  chosen(nx, ny, nz, steps, w);
  dump_volume("u", u, nx, ny, nz);
  dump_volume("v", v, nx, ny, nz);
  dump_volume("w0", w[0], nx, ny, nz);
  dump_volume("w1", w[1], nx, ny, nz);
  return 0;
}
