// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conway's life with a fixed edge: int cells, logic, copied back.
// RANK: 2
// EXTRA: -DW=41 -DH=23
// EXTRA: -DW=3 -DH=4
// RUN-ARGS: @
#include "dump.h"

#ifndef W
#define W 41
#define H 23
#endif

static int world[H][W], after[H][W];

int main(int argc, char **argv) {
  int generations = arg(argc, argv, 1, 7);
  fill_int(&world[0][0], W * H, 35, 0, 1);

#pragma stencil
  for (int g = 0; g < generations; g++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        int n = world[y - 1][x - 1] + world[y - 1][x] + world[y - 1][x + 1] + world[y][x - 1] + world[y][x + 1] +
                world[y + 1][x - 1] + world[y + 1][x] + world[y + 1][x + 1];
        after[y][x] = n == 3 || (world[y][x] && n == 2);
      }
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        world[y][x] = after[y][x];
  }

  dump("world", world, sizeof(int), W * H);
  dump("after", after, sizeof(int), W * H);
  return 0;
}
