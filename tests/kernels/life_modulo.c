// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The game of life on a torus: wrapped indices by remainder.
// NO-DIAMOND
// READING
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 2 3 @
// RUN-ARGS: 1 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  int(*now)[nx] = array(cells, sizeof(int)), (*next)[nx] = array(cells, sizeof(int));
  fill_int(&now[0][0], cells, 71, 0, 1);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int n = now[(j + ny - 1) % ny][(i + nx - 1) % nx] + now[(j + ny - 1) % ny][i] + now[(j + ny - 1) % ny][(i + 1) % nx] +
                now[j][(i + nx - 1) % nx] + now[j][(i + 1) % nx] + now[(j + 1) % ny][(i + nx - 1) % nx] +
                now[(j + 1) % ny][i] + now[(j + 1) % ny][(i + 1) % nx];
        next[j][i] = n == 3 || (n == 2 && now[j][i]);
      }
    int(*swap)[nx] = now;
    now = next;
    next = swap;
  }

  dump("now", now, sizeof(int), cells);
  dump("next", next, sizeof(int), cells);
  return 0;
}
