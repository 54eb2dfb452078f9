// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neumann edges: loops over the four edges copy the neighbour after each update.
// RANK: 2
// RUN-ARGS: 28 21 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 28), ny = arg(argc, argv, 2, 21), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*A)[nx] = array(cells, sizeof(float));
  float(*B)[nx] = array(cells, sizeof(float));
  fill_float(&A[0][0], cells, 41);
  fill_float(&B[0][0], cells, 42);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.6f * A[j][i] + 0.1f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    for (int j = 1; j < ny - 1; j++) {
      B[j][0] = B[j][1];
      B[j][nx - 1] = B[j][nx - 2];
    }
    for (int i = 1; i < nx - 1; i++) {
      B[0][i] = B[1][i];
      B[ny - 1][i] = B[ny - 2][i];
    }
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
