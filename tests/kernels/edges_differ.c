// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both buffers of a swap hold fixed edges of their own, two cells wide: a cell that isn't updated keeps the value of the
// memory it lies in, so the edges that a step reads alternate.
// RANK: 2
// STEPS: 0 1 2 3 8
// RUN-ARGS: 24 19 @
// RUN-ARGS: 5 5 @
// SLAB-ARGS: 12 70 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 8);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      A[j][i] = 1.0f + 0.01f * (float)(j * nx + i);
      B[j][i] = -2.0f - 0.03f * (float)(i * ny + j);
    }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++)
        B[j][i] = 0.2f * (A[j][i] + A[j][i - 2] + A[j][i + 1] + A[j - 1][i] + A[j + 2][i]);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
