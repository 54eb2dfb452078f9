// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Division, remainder and reads under a condition: evaluating them elsewhere would trap.
// RANK: 2
// RUN-ARGS: 21 16 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 16), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  int *n = array(cells, sizeof *n), *next = array(cells, sizeof *next), *by = array(cells, sizeof *by);
  fill_int(n, cells, 79, -1000, 1000);
  fill_int(next, cells, 80, -1000, 1000);
  fill_int(by, cells, 81, 0, 3);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int d = by[j * nx + i];
        int q = d != 0 ? n[j * nx + i - 1] / d : n[j * nx + i + 1];
        if (d > 1 && n[(j - 1) * nx + i] % d == 0)
          q += n[(j + 1) * nx + i] / (d - 1);
        next[j * nx + i] = q % 1009;
      }
    int *tmp = n;
    n = next;
    next = tmp;
  }

  dump("n", n, sizeof *n, cells);
  dump("next", next, sizeof *next, cells);
  return 0;
}
