// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum over rows that a function gives back under another name, which is read several times: Life on a torus.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 6 5 @
#include "dump.h"

typedef unsigned char byte;

static int around(const byte *cells, int w, int h, int i, int j) {
  int n = 0;
  for (int dj = -1; dj <= 1; dj++)
    for (int di = -1; di <= 1; di++)
      if (di || dj)
        n += cells[(j + dj < 0 ? j + dj + h : j + dj >= h ? j + dj - h : j + dj) * w +
                   (i + di < 0 ? i + di + w : i + di >= w ? i + di - w : i + di)];
  return n;
}

static byte rule(byte alive, int neighbours) {
  return alive ? neighbours == 2 || neighbours == 3 : neighbours == 3;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 31), h = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  byte *now = array((size_t)w * h, 1), *next = array((size_t)w * h, 1);
  for (int k = 0; k < w * h; k++)
    now[k] = k * 7 % 5 < 2;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < h; j++)
      for (int i = 0; i < w; i++)
        next[j * w + i] = rule(now[j * w + i], around(now, w, h, i, j));
    byte *last = now;
    now = next, next = last;
  }
  for (int k = 0; k < w * h; k++)
    printf("%d%c", now[k], k % w == w - 1 ? '\n' : ' ');
  return 0;
}
