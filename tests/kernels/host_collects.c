// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that collect in every fourth step only, without a call or by one of a function that is read.
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// HOST: every 4 from 2
// REGION: @
// REGION: @
#include "dump.h"

#include <math.h>

static float distance(int w, int h, float (*p)[w], float (*q)[w]) {
  float sum = 0;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      sum += (p[y][x] - q[y][x]) * (p[y][x] - q[y][x]);
  return sqrtf(sum);
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float(*u)[w] = array(w * h, sizeof(float)), (*v)[w] = array(w * h, sizeof(float));
  fill_float(&u[0][0], w * h, 1);
  fill_float(&v[0][0], w * h, 2);
  float top = 0, far = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y][x] = 0.25f * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
    if (t % 4 == 2) {
      top = 0;
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          if (v[y][x] > top)
            top = v[y][x];
    }
    float(*swap)[w] = u;
    u = v;
    v = swap;
  }
  DUMP(top);
  dump("u", u, sizeof(float), w * h);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y][x] = 0.25f * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
    if (t % 4 == 2) {
      far = distance(w, h, u, v);
      if (far < 1e-3f)
        break;
    }
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        u[y][x] = v[y][x];
  }
  DUMP(far);
  dump("u", u, sizeof(float), w * h);
  return 0;
}
