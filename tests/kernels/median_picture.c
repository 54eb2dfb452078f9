// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filters of a small picture: neighbours gathered by loops from one place beside the cell to another, also only those
// inside of the picture; tables asked by the distance; a number that only some cells set.
// READING
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

#define NX 40
#define NY 30

static const int weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

static void order(int *v, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (v[j] > v[j + 1]) {
        int t = v[j];
        v[j] = v[j + 1];
        v[j + 1] = t;
      }
}

static int middle(int picture[NY][NX], int y, int x) {
  int near[9], n = 0, j, i;
  for (j = y - 1; j <= y + 1; j++)
    for (i = x - 1; i <= x + 1; i++)
      near[n++] = picture[j][i];
  order(near, n);
  return near[n / 2];
}

static int u[NY][NX], v[NY][NX], w[NY * NX];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 5);
  fill_int(&u[0][0], NX * NY, 3, 0, 255);
  fill_int(&v[0][0], NX * NY, 4, 0, 255);
  fill_int(w, NX * NY, 5, 0, 255);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++)
        v[y][x] = middle(u, y, x);
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        int inside[9], n = 0, sum = 0;
        for (int j = y - 1; j < y + 2; j++)
          for (int i = x + 1; i >= x - 1; i--)
            if (j >= 0 && i >= 0 && j < NY && i < NX)
              inside[n++] = v[j][i];
        for (int k = 0; k < n; k++)
          sum += inside[k] * (k + 1);
        w[y * NX + x] = sum / n;
      }
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++) {
        int sum = 0, edge, isEdge = w[y * NX + x] > 600;
        for (int j = y - 1; j <= y + 1; j++)
          for (int i = x - 1; i <= x + 1; i++)
            sum += weights[j - y + 1][i - x + 1] * w[j * NX + i];
        if (isEdge)
          edge = w[y * NX + x - 1] - w[y * NX + x + 1];
        u[y][x] = sum / 80;
        if (isEdge)
          u[y][x] += edge / 16;
      }
  }

  DUMP(u);
  DUMP(v);
  DUMP(w);
  return 0;
}
