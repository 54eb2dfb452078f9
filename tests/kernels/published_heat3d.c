// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published directives: three axes, a copy nest, directives of OpenMP between them, statements of the host beside.
// `printed` has them as they are printed, with the loops' variables in the order of the loops.
// READING
// RANK: 3
// REGION: @
// REGION: @
// RUN-ARGS: 17 12 9 @
// RUN-ARGS: 3 3 3 @
#include "dump.h"

#define WEIGHT 7.0f

static void printed(int nx, int ny, int nz, int steps, float A[nx][ny][nz], float B[nx][ny][nz]) {
#pragma stencil begin
#pragma stencil step(t:100)
#pragma stencil data source(float A[nx][ny][nz]) destination(float B[nx][ny][nz])
#pragma stencil dimension(i, j, k)
  for (int t = 0; t < steps; t++) {
#pragma stencil calc
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nz - 1; k++)
          B[i][j][k] = (A[i][j][k] + A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] +
                        A[i][j][k - 1] + A[i][j][k + 1]) / 7.0f;
#pragma stencil copy
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nz - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
#pragma stencil end
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 12), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float(*A)[ny][nx] = array(cells, sizeof(float));
  float(*B)[ny][nx] = array(cells, sizeof(float));

#pragma stencil begin
  fill_float(&A[0][0][0], cells, 11);
  fill_float(&B[0][0][0], cells, 12);
#pragma stencil step(t:100)
#pragma stencil data source(float A[nz][ny][nx]) \
                     destination(float B[nz][ny][nx])
#pragma stencil dimension(i, j, k)
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
#pragma stencil calc
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = (A[k][j][i] + A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] +
                        A[k - 1][j][i] + A[k + 1][j][i]) /
                       WEIGHT;
#pragma stencil copy
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          A[k][j][i] = B[k][j][i];
  }
  dump("A", A, sizeof(float), cells);
#pragma stencil end

  dump("B", B, sizeof(float), cells);
  printed(nz, ny, nx, steps, A, B);
  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
