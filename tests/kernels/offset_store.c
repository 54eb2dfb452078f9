// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores at an offset from the loop's variables, as a loop from zero over the interior would have it.
// RANK: 2
// RUN-ARGS: 25 19 @
// RUN-ARGS: 3 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 25), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  fill_float(&A[0][0], (size_t)nx * ny, 87);
  fill_float(&B[0][0], (size_t)nx * ny, 88);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny - 2; j++)
      for (int i = 0; i < nx - 2; i++)
        B[j + 1][i + 1] = 0.25f * (A[j][i + 1] + A[j + 2][i + 1] + A[j + 1][i] + A[j + 1][i + 2]);
    for (int j = 2; j < ny; j++)
      for (int i = 0; i < nx - 2; i++)
        A[j - 1][i + 1] = B[j - 1][i + 1];
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
