// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and neighbours counted in short and unsigned char, with an edge that conditions on them leave out. A share of 0.3
// is another one as float.
// READING
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

enum { NX = 34, NY = 26 };
#define SHARE 0.3
typedef unsigned char byte;
static const float share[1] = {SHARE};
static byte image[NY][NX], out[NY][NX];

static void grow(byte (*in)[NX], byte (*res)[NX], int shrinks) {
  for (short y = 0; y < NY; y++)
    for (short x = 0; x < NX; x++) {
      byte best = shrinks ? 255 : 0;
      for (short dy = -1; dy <= 1; dy++)
        for (short dx = -1; dx <= 1; dx++) {
          short yy = y + dy, xx = x + dx;
          if (yy >= 0 && yy < NY && xx >= 0 && xx < NX) {
            byte value = in[yy][xx];
            if (shrinks ? value < best : value > best)
              best = value;
          }
        }
      res[y][x] = best;
    }
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      image[y][x] = (byte)(y * 57 + x * 31 + x * y);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    grow(image, out, 0);
    for (byte y = 1; y < NY - 1; y++)
      for (byte x = 1; x < NX - 1; x++) {
        byte left = x - 1, below = y + 1;
        out[y][x] = (byte)((out[y][x] + image[y][left] + image[below][x] + 9 * share[0]) / 3);
      }
    grow(out, image, 1);
  }
  dump("image", image, 1, sizeof image);
  dump("out", out, 1, sizeof out);
  return 0;
}
