// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short loops with several nests in each round: channels that a function smooths in one buffer, and stages that look at
// the stage before.
// READING
// RUN-ARGS: 41 37 @
// RUN-ARGS: 20 66 @
// STEPS: 0 1 2 7 12
// REGION: @
// REGION: @
#include "dump.h"

static void smooth(int w, int h, float (*a)[w], float (*b)[w]) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      a[y][x] = b[y][x];
}

static void channels(int w, int h, int steps, float (*p)[h][w], float (*b)[w]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 3; c++)
      smooth(w, h, p[c], b);
}

static void stages(int w, int h, int steps, double (*u)[w], double (*v)[w], double (*k)[h][w]) {
  const double part[4] = {0, 0.5, 0.5, 1};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int s = 0; s < 4; s++) {
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          v[y][x] = u[y][x] + (s ? 0.1 * part[s] * k[s - 1][y][x] : 0);
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          k[s][y][x] = 0.25 * (v[y][x - 1] + v[y][x + 1] + v[y - 1][x] + v[y + 1][x]) - v[y][x];
    }
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        u[y][x] += 0.1 / 6 * (k[0][y][x] + 2 * k[1][y][x] + 2 * k[2][y][x] + k[3][y][x]);
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 41), h = arg(argc, argv, 2, 37), steps = arg(argc, argv, 3, 7);
  float(*p)[h][w] = array(3 * w * h, sizeof(float)), (*b)[w] = array(w * h, sizeof(float));
  double(*u)[w] = array(w * h, sizeof(double)), (*v)[w] = array(w * h, sizeof(double));
  double(*k)[h][w] = array(4 * w * h, sizeof(double));
  fill_float(&p[0][0][0], 3 * w * h, 1);
  fill_float(&b[0][0], w * h, 2);
  fill_double(&u[0][0], w * h, 3);
  fill_double(&v[0][0], w * h, 4);
  fill_double(&k[0][0][0], 4 * w * h, 5);
  channels(w, h, steps, p, b);
  stages(w, h, steps, u, v, k);
  dump("p", p, sizeof(float), 3 * w * h);
  dump("b", b, sizeof(float), w * h);
  dump("u", u, sizeof(double), w * h);
  dump("v", v, sizeof(double), w * h);
  dump("k", k, sizeof(double), 4 * w * h);
  return 0;
}
