// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdlib.h>
#ifndef FOLLOWED
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void median(int w, int h, const int in[h][w], int out[h][w]) {
#pragma stencil
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int v[9], n = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          v[n++] = in[y + j][x + i];
      qsort(v, 9, sizeof v[0], compare);
      // CHECK: sort_in_cell.c:[[@LINE-1]]:7: error: 'qsort' can't be called for a cell, since it calls a function back; sort the numbers of a cell by loops with constant bounds, as in 'for (a = 0; a < 8; a++) for (b = a + 1; b < 9; b++) if (w[b] < w[a]) { t = w[a]; w[a] = w[b]; w[b] = t; }'
      out[y][x] = v[4];
    }
}

#else // what it says to do
void median(int w, int h, const int in[h][w], int out[h][w]) {
#pragma stencil
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int v[9], n = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          v[n++] = in[y + j][x + i];
      for (int a = 0; a < 8; a++)
        for (int b = a + 1; b < 9; b++)
          if (v[b] < v[a]) {
            int t = v[a];
            v[a] = v[b];
            v[b] = t;
          }
      out[y][x] = v[4];
    }
}
#endif
