// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small loops of a cell that end early, and whose counters are read behind them: the length of a ray, sorts of a
// window by insertion and by exchanges, in loops with `break`, with a second condition, and in `while` loops.
// READING
// RANK: 2
// RUN-ARGS: 23 17 @
// RUN-ARGS: 6 5 @
#include "dump.h"

// How many cells to the right are low, and minus that where the left one is found first.
static int ray(const int *row, int i) {
  int k;
  for (k = 1; k < 3; k++) {
    if (row[i + k] > 60)
      break;
    if (row[i - k] > 80)
      return -k;
  }
  return k;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)n * m;
  int(*a)[n] = array(cells, sizeof(int)), (*b)[n] = array(cells, sizeof(int));
  fill_int(&a[0][0], cells, 61, 0, 99);
  fill_int(&b[0][0], cells, 62, 0, 99);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < m - 1; j++)
      for (int i = 2; i < n - 2; i++) {
        int window[9], line[4], q = 0, r, s;
        for (int dj = -1; dj <= 1; dj++)
          for (int di = -1; di <= 1; di++)
            window[q++] = a[j + dj][i + di];
        for (int k = 1; k < 9; k++) {
          int key = window[k];
          int at = k - 1;
          while (at >= 0 && window[at] > key) {
            window[at + 1] = window[at];
            at--;
          }
          window[at + 1] = key;
        }
        for (r = 0; r < 4; r++)
          line[r] = a[j][i + r - 2];
        for (r = 0; r < 3; r++) {
          int swapped = 0;
          for (s = 0; s < 3 - r; s++)
            if (line[s] > line[s + 1]) {
              int low = line[s + 1];
              line[s + 1] = line[s];
              line[s] = low;
              swapped = 1;
            }
          if (!swapped)
            break;
        }
        for (s = 0; s < 4 && line[s] < 50; s++)
          line[s] += r;
        b[j][i] = (window[4] + 7 * r + 11 * s + 3 * ray(a[j], i) + line[1]) % 100;
      }
    int(*tmp)[n] = a;
    a = b;
    b = tmp;
  }

  dump("a", a, sizeof(int), cells);
  dump("b", b, sizeof(int), cells);
  return 0;
}
