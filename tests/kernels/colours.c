// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours in their spellings, updated in place: even and odd cells in strides, three and four colours, a colour by the
// step, skipped cells and rows.
// RANK: 2
// RUN-ARGS: 25 22 @
// RUN-ARGS: 5 5 @
#include "dump.h"

#define MEAN(u) (0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]))

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 25), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7), i = 0, j = 0;
  size_t cells = (size_t)nx * ny;
  float(*a)[nx] = array(cells, sizeof(float)), (*b)[nx] = array(cells, sizeof(float));
  float(*d)[nx] = array(cells, sizeof(float)), (*e)[nx] = array(cells, sizeof(float));
  fill_float(&a[0][0], cells, 64);
  fill_float(&b[0][0], cells, 65);
  fill_float(&d[0][0], cells, 66);
  fill_float(&e[0][0], cells, 67);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int c = 2; c >= 0; c--) {
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++) {
          if ((i + j) % 3 != c)
            continue;
          float was = a[j][i];
          a[j][i] = 0.5f * (was + MEAN(a));
        }
    }
    // one corner of each block of two by two after the other: diagonal neighbours too
    for (int c = 0; c < 4; c++) {
      for (j = 1 + c / 2; j < ny - 1; j += 2)
        for (i = nx - 2 - c % 2; i >= 1; i -= 2)
          b[j][i] = 0.5f * MEAN(b) + 0.125f * (b[j - 1][i - 1] + b[j - 1][i + 1] + b[j + 1][i - 1] + b[j + 1][i + 1]);
    }
    // every second row, in place along the columns
    for (int j = 1; j < ny - 1; j++) {
      if (j & 1)
        continue;
      for (int i = 1; i < nx - 1; i++)
        d[j][i] = 0.5f * (d[j - 1][i] + d[j + 1][i]);
    }
    for (int j = 1; j < ny - 1; j += 2)
      for (int i = 2; i < nx - 1; i++)
        d[j][i] = 0.25f * (d[j - 1][i] + 2 * d[j][i] + d[j + 1][i - 2]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int colour = (i + j + t) % 2;
        if (!colour)
          e[j][i] = MEAN(e);
      }
  }

  DUMP(i);
  DUMP(j);
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  dump("d", d, sizeof(float), cells);
  dump("e", e, sizeof(float), cells);
  return 0;
}
