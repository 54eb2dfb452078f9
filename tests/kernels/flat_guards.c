// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays whose cells ask where they are before they look at a neighbour: by if, by ?:, by continue, by a truth kept in a
// variable, by an integer for its truth.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void by_if(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
          b[y * w + x] = 0.5f * a[y * w + x];
        else
          b[y * w + x] = 0.25f * (a[(y - 1) * w + x] + a[(y + 1) * w + x] + a[y * w + x - 1] + a[y * w + x + 1]);
    float *other = a;
    a = b;
    b = other;
  }
}

static void by_choice(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        float c = a[y * w + x], north = y > 0 ? a[(y - 1) * w + x] - c : 0, south = y < h - 1 ? a[(y + 1) * w + x] - c : 0;
        float west = x ? a[y * w + x - 1] - c : 0, east = x != w - 1 ? a[y * w + x + 1] - c : 0;
        b[y * w + x] = c + 0.2f * (north + south + west + east);
      }
    float *other = a;
    a = b;
    b = other;
  }
}

static void by_truth(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int k = y * w + x, inside = x > 0 && y > 0 && x < w - 1 && y < h - 1;
        if (y < 1) {
          b[k] = a[k + w];
          continue;
        }
        b[k] = inside ? 0.25f * (a[k - w] + a[k + w] + a[k - 1] + a[k + 1]) : a[k];
      }
    float *other = a;
    a = b;
    b = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  by_if(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  by_choice(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  by_truth(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
