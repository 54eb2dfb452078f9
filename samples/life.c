// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The game of life on a torus, from one R-pentomino.
//
//   gcc -O2 -DW=300 -DH=200 life.c picture.c -lpng && ./a.out 1000
//
// writes life.png.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 300
#endif
#ifndef H
#define H 200
#endif

static unsigned char world[2][H][W];

int main(int argc, char **argv) {
  int generations = argc > 1 ? atoi(argv[1]) : 1000;
  const int y0 = H / 2, x0 = W / 2;
  world[0][y0][x0 + 1] = world[0][y0][x0 + 2] = 1;
  world[0][y0 + 1][x0] = world[0][y0 + 1][x0 + 1] = 1;
  world[0][y0 + 2][x0 + 1] = 1;

#pragma stencil
  for (int t = 0; t < generations; t++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
              n += world[t % 2][(y + dy + H) % H][(x + dx + W) % W];
        world[(t + 1) % 2][y][x] = n == 3 || (n == 2 && world[t % 2][y][x]);
      }

  static float picture[H][W];
  int alive = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      picture[y][x] = world[generations % 2][y][x];
      alive += world[generations % 2][y][x];
    }
  if (write_picture("life.png", W, H, &picture[0][0], 0.0f, 1.0f) != 0) {
    perror("life.png");
    return 1;
  }
  printf("%d x %d cells, %d generations; %d cells are alive\n", W, H, generations, alive);
  return 0;
}
