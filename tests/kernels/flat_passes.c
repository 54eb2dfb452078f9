// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays that nests go through by rows, and others from their first element to their last.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 36 9 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

static void run(int w, int h, float *u, float *v, const float *c, int steps) {
  const int cells = w * h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        v[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
    for (int k = 0; k < cells; k++) {
      float change = v[k] - u[k];
      if (k % 3)
        change *= 0.5f;
      u[k] += change * c[k];
    }
  }
}

#define W 40
#define H 24
static float a[H * W], b[H * W];

static void fixed(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        b[y * W + x] = 0.25f * (a[y * W + x - 1] + a[y * W + x + 1] + a[(y - 1) * W + x] + a[(y + 1) * W + x]);
    for (size_t k = 0; k < W * H; ++k)
      a[k] = 0.75f * b[k];
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *u = array(w * h, sizeof(float)), *v = array(w * h, sizeof(float)), *c = array(w * h, sizeof(float));
  fill_float(u, w * h, 1);
  fill_float(v, w * h, 2);
  fill_float(c, w * h, 3);
  fill_float(a, W * H, 4);
  fill_float(b, W * H, 5);
  run(w, h, u, v, c, steps);
  dump("u", u, sizeof(float), w * h);
  dump("v", v, sizeof(float), w * h);
  fixed(steps);
  dump("a", a, sizeof(float), W * H);
  dump("b", b, sizeof(float), W * H);
  return 0;
}
