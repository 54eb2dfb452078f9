// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two axes, both time levels in one VLA parameter.
// RANK: 2
// RUN-ARGS: 31 23 0 @
// RUN-ARGS: 3 4 1 @
#include "dump.h"

static void heat(int nx, int ny, float A[2][ny][nx], int from, int to) {
#pragma stencil
  for (int t = from; t < to; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[(t + 1) % 2][j][i] = 0.25f * (A[t % 2][j][i - 1] + A[t % 2][j][i + 1] + A[t % 2][j - 1][i] + A[t % 2][j + 1][i]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 23);
  int from = arg(argc, argv, 3, 0), steps = arg(argc, argv, 4, 7);
  float(*A)[ny][nx] = array((size_t)2 * nx * ny, sizeof(float));
  fill_float(&A[0][0][0], (size_t)2 * nx * ny, 8);
  heat(nx, ny, A, from, from + steps);
  dump("A", A, sizeof(float), (size_t)2 * nx * ny);
  return 0;
}
