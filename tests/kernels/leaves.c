// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over neighbours that are left early: by breaks, by continues within conditions, by conditions beside the bound, by returns
// of a function; directions in tables that a function has for itself, and in structs.
// RANK: 2
// DEPTHS: 1 3
// RUN-ARGS: 27 22 @
// RUN-ARGS: 3 4 @
// TINY-ARGS: 2 2 1
#include "dump.h"

typedef struct {
  int right, down;
} Way;
static const Way ways[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static int touches(const int *cells, int x, int y, int w, int what) {
  int i, j;
  for (j = y - 1; j <= y + 1; j++) {
    for (i = x - 1; i <= x + 1; i++) {
      if (i == x && j == y)
        continue;
      if (cells[j * w + i] == what)
        return 1;
    }
  }
  return 0;
}

static int direction(const int *cells, int x, int y, int w, int h) {
  static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1};
  for (int d = 0; d < 4; d++) {
    const int column = x + dx[d], row = y + dy[d];
    if (column < 0 || column >= w || row < 0 || row >= h)
      continue;
    if (cells[row * w + column] > 2)
      return d + 1;
    else if (cells[row * w + column] == 2)
      return -d;
  }
  return 0;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 27), h = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)w * h;
  int *from = array(cells, sizeof(int)), *to = array(cells, sizeof(int)), *seen = array(cells, sizeof(int));
  fill_int(from, cells, 3, 0, 3);
  fill_int(to, cells, 4, 0, 3);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        int sum = 0, count = 0, found = 0;
        for (int k = 0; k < 4 && !found; k++)
          if (from[(y + ways[k].down) * w + x + ways[k].right] == 1)
            found = k + 1;
        for (int j = -1; j <= 1; j++) {
          if (from[(y + j) * w + x] == 3) {
            sum += 5 + j;
            break;
          }
          for (int i = -1; i <= 1; i++) {
            const int one = from[(y + j) * w + x + i];
            if (one) {
              count++;
              if (count > 3) {
                sum += 10;
                break;
              }
              if (count == 2)
                continue;
              sum++;
            }
            count += 2;
            if (one == 1)
              continue;
            else
              sum += 3;
            count += one;
          }
          if (sum > 40)
            break;
        }
        seen[y * w + x] = sum * 100 + count * 10 + found;
        to[y * w + x] = (sum + count + 3 * touches(from, x, y, w, 2) + direction(from, x, y, w, h) + 4) % 4;
      }
    int *other = from;
    from = to;
    to = other;
  }

  dump("from", from, sizeof(int), cells);
  dump("to", to, sizeof(int), cells);
  dump("seen", seen, sizeof(int), cells);
  return 0;
}
