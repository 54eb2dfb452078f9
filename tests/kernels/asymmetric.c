// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One-sided and sparse offsets, different on every axis.
// RANK: 2
// RUN-ARGS: 30 24 @
// RUN-ARGS: 6 5 @
// ENDS-ARGS: 120 90 @
// TINY-ARGS: 4 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 30), ny = arg(argc, argv, 2, 24), steps = arg(argc, argv, 3, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  fill_float(&A[0][0], (size_t)nx * ny, 39);
  fill_float(&B[0][0], (size_t)nx * ny, 40);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny - 4; j++)
      for (int i = 3; i < nx - 1; i++)
        B[j][i] = 0.3f * A[j][i - 3] + 0.2f * A[j][i + 1] + 0.25f * A[j + 4][i] + 0.2f * A[j + 2][i - 2];
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
