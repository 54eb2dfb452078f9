// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published out-of-core directives inside of the time loop: two nests, an array that is only read, uneven halos.
// READING
// RANK: 3
// OUT-OF-CORE
// RUN-ARGS: 17 12 9 @
// RUN-ARGS: 4 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 12), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float(*A)[ny][nx] = array(cells, sizeof(float));
  float(*B)[ny][nx] = array(cells, sizeof(float));
  float(*C)[ny][nx] = array(cells, sizeof(float));
  fill_float(&A[0][0][0], cells, 11);
  fill_float(&B[0][0][0], cells, 12);
  fill_float(&C[0][0][0], cells, 13);

#pragma tpace init
  for (int t = 0; t < steps; t++) {
#pragma tpace pipeline targetinout(A, B) targetin(C) \
    size([0:nz][0:ny][0:nx]) halo([1:1][0:1][2:0]) async
#pragma tpace loop dim(3)
    for (int k = 1; k < nz - 1; k++)
      for (int j = 0; j < ny - 1; j++)
        for (int i = 2; i < nx; i++)
          B[k][j][i] = C[k][j][i] * (A[k][j][i] + A[k][j][i - 2] + A[k][j + 1][i] + A[k - 1][j][i] + A[k + 1][j][i]);
#pragma tpace loop dim(3)
    for (int k = 1; k < nz - 1; k++)
      for (int j = 0; j < ny - 1; j++)
        for (int i = 2; i < nx; i++)
          A[k][j][i] = 0.25f * B[k][j][i];
  }

  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
