// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours whose index a function computes from statement to statement, and rows that a condition chooses.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// REGION: @
// REGION: @
#include "dump.h"

static inline int around(int k, int n) {
  if (k < 0)
    k += n;
  else if (k >= n)
    k -= n;
  return k;
}

static inline int behind(int k, int n) {
  int next = k + 1;
  if (next == n)
    next = 0;
  return next;
}

static inline int clamp(int k, int n) {
  int inside;
  if (k < 0)
    inside = 0;
  else if (k > n - 1)
    inside = n - 1;
  else
    inside = k;
  return inside;
}

static void run(int w, int h, float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        b[y * w + x] = 0.4f * a[y * w + x] + 0.25f * a[around(y - 1, h) * w + x] + 0.125f * a[behind(y, h) * w + clamp(x - 1, w)] +
                       0.2f * a[y * w + clamp(x + 1, w)];
    float *other = a;
    a = b;
    b = other;
  }
}

static void rows(int w, int h, float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++) {
      const float *row = a + y * w, *up = y > 0 ? row - w : a + (h - 1) * w, *down = y == h - 1 ? a : row + w;
      for (int x = 0; x < w; x++) {
        const float *left = x ? row + x - 1 : row + 1;
        b[y * w + x] = 0.5f * row[x] + 0.125f * (up[x] + down[x]) + 0.2f * *left;
      }
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
  run(w, h, a, b, steps);
  rows(w, h, a, b, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
