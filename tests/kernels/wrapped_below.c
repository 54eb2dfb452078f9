// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrapped indices by remainders of numbers below zero, which are below zero, too, and by functions that mend them.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
#include "dump.h"

static int mod(int a, int n) { return ((a % n) + n) % n; }

static int wrap(int a, int n) {
  int r = a % n;
  if (r < 0)
    r += n;
  return r;
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *u = array(w * h, sizeof(float)), *v = array(w * h, sizeof(float));
  fill_float(u, w * h, 1);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        v[y * w + x] = 0.25f * (u[((y - 1) % h + h) % h * w + x] + u[(y + 1) % h * w + x] + u[y * w + mod(x - 1, w)] + u[y * w + mod(x + 2, w)]);
    float *swap = u;
    u = v;
    v = swap;
  }
  dump("u", u, sizeof(float), w * h);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        v[y * w + x] = 0.5f * (u[wrap(y - 1, h) * w + x] - u[y * w + wrap(x + 1, w)]);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int left = (x - 2) % w;
        u[y * w + x] = v[y * w + (left < 0 ? left + w : left)];
      }
  }
  dump("u", u, sizeof(float), w * h);
  return 0;
}
