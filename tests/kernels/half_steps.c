// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of two halves, A to B and back, with unequal radii and domains.
// RANK: 2
// RUN-ARGS: 27 20 @
// RUN-ARGS: 5 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 27), ny = arg(argc, argv, 2, 20), steps = arg(argc, argv, 3, 7);
  float A[ny][nx], B[ny][nx];
  fill_float(&A[0][0], (size_t)nx * ny, 83);
  fill_float(&B[0][0], (size_t)nx * ny, 84);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 2; i < nx - 2; i++)
        B[j][i] = 0.5f * A[j][i] + 0.125f * (A[j][i - 2] + A[j][i - 1] + A[j][i + 1] + A[j][i + 2]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 0; i < nx; i++)
        A[j][i] = 0.5f * B[j][i] + 0.25f * (B[j - 1][i] + B[j + 1][i]);
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
