// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wave equation, fourth order in space: radius 2, three time levels rotated, flat pointers with a macro.
// RANK: 2
// RUN-ARGS: 33 27 @
// RUN-ARGS: 5 5 @
// TINY-ARGS: 4 6 @
#include "dump.h"

#define U(p, j, i) p[(j) * nx + (i)]

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 27), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double *memory = array(3 * cells, sizeof *memory);
  double *prev = memory, *cur = memory + cells, *next = memory + 2 * cells;
  double r = 0.2;
  fill_double(memory, 3 * cells, 15);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++) {
        double lap = -5.0 * U(cur, j, i) +
                     4.0 / 3.0 * (U(cur, j, i - 1) + U(cur, j, i + 1) + U(cur, j - 1, i) + U(cur, j + 1, i)) -
                     1.0 / 12.0 * (U(cur, j, i - 2) + U(cur, j, i + 2) + U(cur, j - 2, i) + U(cur, j + 2, i));
        U(next, j, i) = 2.0 * U(cur, j, i) - U(prev, j, i) + r * lap;
      }
    double *swap = prev;
    prev = cur;
    cur = next;
    next = swap;
  }

  printf("prev %zd cur %zd next %zd\n", prev - memory, cur - memory, next - memory);
  dump("memory", memory, sizeof *memory, 3 * cells);
  return 0;
}
