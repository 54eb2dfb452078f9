// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Corners before edges: on an edge the corners, which earlier conditions have taken, are not left.
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 2 2 @
// TINY-ARGS: 2 3 2
#include "dump.h"

static double side(double a, double b, double rate) { return (a - b) * rate; }

// Long: one nest for each way.
int main(int argc, char **argv) {
  int col = arg(argc, argv, 1, 23), row = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)row * col;
  double *t = array(cells, sizeof(double)), *r = array(cells, sizeof(double)), *power = array(cells, sizeof(double));
  fill_double(t, cells, 1);
  fill_double(r, cells, 2);
  fill_double(power, cells, 3);

#pragma stencil
  for (int n = 0; n < steps; n++) {
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++) {
        int at = y * col + x;
        double more;
        if (y == 0 && x == 0)
          more = side(t[1], t[0], 0.1) + side(t[col], t[0], 0.2);
        else if (y == 0 && x == col - 1)
          more = side(t[at - 1], t[at], 0.1) + side(t[at + col], t[at], 0.2);
        else if (y == row - 1 && x == col - 1)
          more = side(t[at - 1], t[at], 0.1) + side(t[at - col], t[at], 0.2);
        else if (y == row - 1 && x == 0)
          more = side(t[at + 1], t[at], 0.1) + side(t[at - col], t[at], 0.2);
        else if (y == 0)
          more = side(t[x + 1] + t[x - 1], 2 * t[x], 0.1) + side(t[col + x], t[x], 0.2);
        else if (x == col - 1)
          more = side(t[at + col] + t[at - col], 2 * t[at], 0.2) + side(t[at - 1], t[at], 0.1);
        else if (y == row - 1)
          more = side(t[at + 1] + t[at - 1], 2 * t[at], 0.1) + side(t[at - col], t[at], 0.2);
        else if (x == 0)
          more = side(t[y * col + col] + t[y * col - col], 2 * t[y * col], 0.2) + side(t[y * col + 1], t[y * col], 0.1);
        else
          more = side(t[at + col] + t[at - col], 2 * t[at], 0.2) + side(t[at + 1] + t[at - 1], 2 * t[at], 0.1);
        r[at] = t[at] + 0.5 * more + 0.01 * power[at];
      }
    // The other way round: a corner's cell has been left out where its row is not.
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++)
        if (y > 0 || x > 0) {
          if (y == 0)
            t[y * col + x] = 0.5 * (r[y * col + x] + r[y * col + x - 1]);
          else
            t[y * col + x] = 0.5 * (r[y * col + x] + r[y * col + x - col]);
        }
    // Corners said in other ways: of two pairs of edges, all four by themselves, two of one edge.
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++) {
        const int last = col - 1;
        if ((x == 0 || x == last) && (y == 0 || y == row - 1))
          continue;
        if (x == 0 || x == last)
          r[y * col + x] = 0.5 * (t[(y - 1) * col + x] + t[(y + 1) * col + x]);
        else
          r[y * col + x] = t[y * col + x - 1];
      }
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++)
        if ((x == 0 && y == 0) || (x == 0 && y == row - 1) || (x == col - 1 && y == 0) || (x == col - 1 && y == row - 1))
          t[y * col + x] = 0.5 * r[y * col + x];
        else if (y == 0 || y == row - 1)
          t[y * col + x] = 0.5 * (r[y * col + x - 1] + r[y * col + x + 1]);
        else
          t[y * col + x] = r[(y - 1) * col + x];
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++)
        if ((x == col - 1 && y == 0) || (x == col - 1 && y == row - 1))
          r[y * col + x] = 0.5 * t[y * col + x - 1];
        else
          r[y * col + x] = t[y * col + x];
    int inner = row - 1;
    for (int y = 0; y < row; y++)
      for (int x = 0; x < col; x++)
        if (x == 0 && !(y > 0 && y < inner))
          t[y * col + x] = 0;
        else if (x == 0)
          t[y * col] = 0.5 * (r[(y - 1) * col] + r[(y + 1) * col]);
        else
          t[y * col + x] = r[y * col + x - 1];
  }
  dump("t", t, sizeof(double), cells);
  dump("r", r, sizeof(double), cells);
  return 0;
}
