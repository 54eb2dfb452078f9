// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that a person wrote out, with a loop for the rest: by a test ahead, by whole rounds, from another first cell.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 38 23 @
// RUN-ARGS: 6 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), x = 0, y;
  float(*a)[w] = array(w * h, sizeof(float)), (*b)[w] = array(w * h, sizeof(float));
  fill_float(&a[0][0], w * h, 1);
  fill_float(&b[0][0], w * h, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (y = 1; y < h - 1; y++) {
      for (x = 1; x + 3 < w - 1; x += 4) {
        b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]) + x;
        b[y][x + 1] = 0.25f * (a[y][x] + a[y][x + 2] + a[y - 1][x + 1] + a[y + 1][x + 1]) + (x + 1);
        b[y][x + 2] = 0.25f * (a[y][x + 1] + a[y][x + 3] + a[y - 1][x + 2] + a[y + 1][x + 2]) + (x + 2);
        b[y][x + 3] = 0.25f * (a[y][x + 2] + a[y][x + 4] + a[y - 1][x + 3] + a[y + 1][x + 3]) + (x + 3);
      }
      for (; x < w - 1; x++)
        b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]) + x;
    }
    for (y = 0; y < h; y++) {
      for (x = 0; x < w - w % 2; x += 2) {
        {
          float old = a[y][x];
          if (old > 1)
            a[y][x] = 0.5f * (old + b[y][x]);
        }
        {
          float old = a[y][x + 1];
          if (old > 1)
            a[y][x + 1] = 0.5f * (old + b[y][x + 1]);
        }
      }
      for (; x < w; x++) {
        float was = a[y][x];
        if (was > 1)
          a[y][x] = 0.5f * (was + b[y][x]);
      }
    }
    for (y = 1; y < h - 1; y++) {
      const int end = 1 + (w - 2) / 2 * 2;
      for (x = 1; x < end; x += 2) {
        a[y][x] += 0.125f * b[y][x + 1];
        a[y][1 + x] += 0.125f * b[y][x + 2];
      }
      for (; x <= w - 2; ++x)
        a[y][x] += 0.125f * b[y][x + 1];
    }
  }
  DUMP(x);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
