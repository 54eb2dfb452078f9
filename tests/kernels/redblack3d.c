// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Successive over-relaxation in two colours: every second cell of a row, from a start that the row decides.
// RANK: 3
// RUN-ARGS: 14 11 9 @
// RUN-ARGS: 3 4 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7), red = 1;
  long i, j, k;
  size_t cells = (size_t)nx * ny * nz;
  double *u = array(cells, sizeof(double));
  fill_double(u, cells, 63);
  double omega = 1.4;

#define U(k, j, i) u[((size_t)(k) * ny + (j)) * nx + (i)]
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (k = 1; k < nz - 1; k++)
      for (j = 1; j < ny - 1; j++) {
        for (i = 1 + (k + j + red) % 2; i < nx - 1; i += 2) {
          double mean = (U(k, j, i - 1) + U(k, j, i + 1) + U(k, j - 1, i) + U(k, j + 1, i) + U(k - 1, j, i) + U(k + 1, j, i)) / 6;
          U(k, j, i) += omega * (mean - U(k, j, i));
        }
      }
    for (k = 1; k < nz - 1; k++)
      for (j = 1; j < ny - 1; j++) {
        int first = 2 - ((k ^ j ^ red) & 1);
        for (i = first; i <= nx - 2; i += 2) {
          double mean = (U(k, j, i - 1) + U(k, j, i + 1) + U(k, j - 1, i) + U(k, j + 1, i) + U(k - 1, j, i) + U(k + 1, j, i)) / 6;
          U(k, j, i) += omega * (mean - U(k, j, i));
        }
      }
  }

  dump("u", u, sizeof(double), cells);
  return 0;
}
