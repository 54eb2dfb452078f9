// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A condition chooses between what the cell has just stored and an element of an array that the nest only reads.
// READING
// RANK: 2
// STEPS: 0 1 2 7
// RUN-ARGS: 26 23 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*E)[nx] = array(cells, sizeof(double));
  double(*H)[nx] = array(cells, sizeof(double));
  double(*P)[nx] = array(cells, sizeof(double));
  fill_double(&E[0][0], cells, 76);
  fill_double(&H[0][0], cells, 77);
  fill_double(&P[0][0], cells, 78);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        E[j][i] = 0.3 * (E[j][i] + H[j][i] - P[j + 1][i] + P[j - 1][i]);
        H[j][i] = 0.9 * -(i % 3 != 0 ? E[j][i] : P[j][i]);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        P[j][i] = H[j][i];
  }

  dump("E", E, sizeof(double), cells);
  dump("H", H, sizeof(double), cells);
  dump("P", P, sizeof(double), cells);
  return 0;
}
