// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three axes, pointers to VLA planes as parameters, swapped.
// RANK: 3
// ROWS-AT-ONCE
// RUN-ARGS: 19 13 11 @
// RUN-ARGS: 20 7 6 @
// RUN-ARGS: 3 3 3 @
// RUN-ARGS: 3 9 4 @
// ENDS-ARGS: 40 36 44 @
// BLOCK-ARGS: 40 64 24 @
// TINY-ARGS: 2 3 3 @
#include "dump.h"

static void heat(int nx, int ny, int nz, float (*A)[ny][nx], float (*B)[ny][nx], int steps) {
  const float c0 = 0.4f, c1 = 0.1f;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c0 * A[k][j][i] + c1 * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] +
                                               A[k - 1][j][i] + A[k + 1][j][i]);
    float(*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
  dump("A", A, sizeof(float), (size_t)nx * ny * nz);
  dump("B", B, sizeof(float), (size_t)nx * ny * nz);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 19), ny = arg(argc, argv, 2, 13), nz = arg(argc, argv, 3, 11);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float *a = array(cells, sizeof *a), *b = array(cells, sizeof *b);
  fill_float(a, cells, 9);
  memcpy(b, a, cells * sizeof *a);
  heat(nx, ny, nz, (float(*)[ny][nx])a, (float(*)[ny][nx])b, steps);
  dump("a", a, sizeof *a, cells);
  return 0;
}
