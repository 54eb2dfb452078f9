// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three numbers of levels that count by themselves, at distances that they have from the start.
// READING
// RANK: 2
// RUN-ARGS: 24 19 @
#include "dump.h"

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 24), h = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  int last = 2, now = 0, next;
  double(*u)[h][w] = array(3 * w * h, sizeof(double));
  fill_double(&u[0][0][0], 3 * w * h, 1);
  next = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        u[next][y][x] = 0.5 * u[now][y][x] - 0.25 * u[last][y][x] +
                        0.125 * (u[now][y][x - 1] + u[now][y][x + 1] + u[now][y - 1][x] + u[now][y + 1][x]);
    last = (last + 1) % 3;
    if (++now == 3)
      now = 0;
    next = next == 2 ? 0 : next + 1;
  }
  DUMP(last);
  DUMP(now);
  DUMP(next);
  dump("u", u, sizeof(double), 3 * w * h);
  return 0;
}
