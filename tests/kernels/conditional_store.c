// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells stored only where a mask allows, the others keep what their memory held; with swapped buffers.
// RANK: 2
// STEPS: 0 1 2 7
// RUN-ARGS: 26 23 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*A)[nx] = array(cells, sizeof(float));
  float(*B)[nx] = array(cells, sizeof(float));
  int(*solid)[nx] = array(cells, sizeof(int));
  fill_float(&A[0][0], cells, 76);
  fill_float(&B[0][0], cells, 77);
  fill_int(&solid[0][0], cells, 78, 0, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        if (!solid[j][i])
          B[j][i] = 0.25f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
      }
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
