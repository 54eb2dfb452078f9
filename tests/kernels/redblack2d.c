// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Seidel in two colours, in place: the colour by a condition, in a small loop around the nest.
// RANK: 2
// RUN-ARGS: 26 23 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*f)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 61);
  fill_float(&f[0][0], cells, 62);

#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 2; c++) {
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          if ((i + j) % 2 == c)
            u[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - f[j][i]);
    }

  dump("u", u, sizeof(float), cells);
  return 0;
}
