// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seven published lines as they are printed: the loops' variables in the order of the loops, the slowest first. The
// loops may stand the other way round, and x may come first.
// READING
// RANK: 2
// RUN-ARGS: 19 23 @
// RUN-ARGS: 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

static void printed(int nx, int ny, int steps, float A[nx][ny], float B[nx][ny]) {
#pragma stencil begin
#pragma stencil step(t:100)
#pragma stencil data source(float A[nx][ny]) destination(float B[nx][ny])
#pragma stencil dimension(i, j)
  for (int t = 0; t < steps; t++) {
#pragma stencil calc
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        B[i][j] = (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) / 5.0f;
#pragma stencil copy
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        A[i][j] = B[i][j];
  }
#pragma stencil end
}

static void permuted(int nx, int ny, int steps, float A[nx][ny], float B[nx][ny]) {
#pragma stencil begin
#pragma stencil step(t:100)
#pragma stencil data source(float A[nx][ny]) destination(float B[nx][ny])
#pragma stencil dimension(i, j)
  for (int t = 0; t < steps; t++) {
#pragma stencil calc
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
#pragma stencil dimension(fast, slow)
#pragma stencil copy
    for (int slow = 1; slow < nx - 1; slow++)
      for (int fast = 1; fast < ny - 1; fast++)
        A[slow][fast] = B[slow][fast];
  }
#pragma stencil end
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 19), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*A)[ny] = array(cells, sizeof(float)), (*B)[ny] = array(cells, sizeof(float));
  fill_float(&A[0][0], cells, 11);
  fill_float(&B[0][0], cells, 12);
  printed(nx, ny, steps, A, B);
  permuted(nx, ny, steps, A, B);
  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
