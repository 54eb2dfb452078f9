// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two axes, pointers to VLA rows, swapped; tiny grids.
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
// RUN-ARGS: 3 17 @
// ENDS-ARGS: 120 90 @
// TINY-ARGS: 2 5 @
// TINY-ARGS: 1 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*first)[nx] = A;
  float c0 = 0.5f, c1 = 0.125f;
  fill_float(&A[0][0], (size_t)nx * ny, 5);
  memcpy(B, A, (size_t)nx * ny * sizeof(float));

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c0 * A[j][i] + c1 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  printf("A is the %s buffer\n", A == first ? "first" : "second");
  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
