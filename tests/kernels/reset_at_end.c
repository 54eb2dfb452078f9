// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters and sums of cells that are set to their first values at each cell's end, and before all loops.
// READING
// NO-DIAMOND
// NO-TIME-LOOP
// RANK: 2
// DEPTHS: 1
// STEPS: 1
// REGION: 1
// REGION: 1
// REGION: 1
// RUN-ARGS: 37 29
// RUN-ARGS: 4 3
#include "dump.h"

static void living(int w, int h, char g[h][w], char next[h][w]) {
  int count = 0;
#pragma stencil
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (i != 0 || j != 0)
            count += g[y + j][x + i];
      next[y][x] = count == 3 || (count == 2 && g[y][x]);
      count = 0;
    }
}

static double blurred(int w, int h, double g[h][w], double next[h][w]) {
  int x, y;
  double sum = 0.5, most;
  most = -1;
#pragma stencil
  for (y = 1; y < h - 1; y++)
    for (x = 1; x < w - 1; x++) {
      if (g[y][x] > 0)
        sum += g[y][x - 1] + g[y][x + 1];
      else
        sum += g[y - 1][x] + g[y + 1][x];
      if (g[y][x] > most)
        most = g[y][x];
      next[y][x] = sum * most;
      sum = 0.5;
      most = -1;
    }
  return sum + most;
}

static void summed(int w, int h, double g[h][w], double next[h][w]) {
#pragma stencil
  for (int y = 1; y < h - 1; y++) {
    double factor = 2;
    for (int x = 1; x < w - 1; x++) {
      if (g[y][x - 1] < g[y][x + 1])
        factor /= 3;
      next[y][x] += factor * g[y][x];
      factor = 2;
    }
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 29);
  char(*g)[w] = array(w * h, 1), (*gNext)[w] = array(w * h, 1);
  double(*u)[w] = array(w * h, sizeof(double)), (*uNext)[w] = array(w * h, sizeof(double));
  unsigned state = 5;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      g[y][x] = noise(&state) > 0.2;
      u[y][x] = noise(&state);
    }
  living(w, h, g, gNext);
  double left = blurred(w, h, u, uNext);
  summed(w, h, u, uNext);
  dump("gNext", gNext, 1, w * h);
  dump("uNext", uNext, sizeof(double), w * h);
  DUMP(left);
  return 0;
}
