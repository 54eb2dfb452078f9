// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the step's parity chooses, where the arms hold the loops themselves, arrays of variable length, three levels, or
// where one arm sets pointers anew; arms that stand apart, and those of an expression.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void by_loops(int h, int w, float a[h][w], float b[h][w], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2 == 0) {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
    } else {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          a[y][x] = 0.25f * (b[y][x - 1] + b[y][x + 1] + b[y - 1][x] + b[y + 1][x]);
    }
  }
}

static void smooth(int h, int w, float from[h][w], float to[h][w]) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      to[y][x] = 0.25f * (from[y][x - 1] + from[y][x + 1] + from[y - 1][x] + from[y + 1][x]);
}

static void by_calls(int h, int w, float a[h][w], float b[h][w], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t & 1)
      smooth(h, w, b, a);
    else
      smooth(h, w, a, b);
  }
}

static void wave(int w, int h, const float *past, const float *now, float *then) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      then[y * w + x] = 0.5f * now[y * w + x] - 0.25f * past[y * w + x] + 0.125f * (now[y * w + x - 1] + now[(y + 1) * w + x]);
}

static void by_three(float *a, float *b, float *c, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 3 == 0)
      wave(w, h, a, b, c);
    else if (t % 3 == 1)
      wave(w, h, b, c, a);
    else if (t % 3 == 2)
      wave(w, h, c, a, b);
  }
}

static void anew(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *from = a, *to = b;
    if (t & 1) {
      from = b;
      to = a;
    }
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        to[y * w + x] = 0.25f * (from[y * w + x - 1] + from[y * w + x + 1] + from[(y - 1) * w + x] + from[(y + 1) * w + x]);
  }
}

static void rows(int w, int h, float (*from)[w], float (*to)[w]) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      to[y][x] = 0.5f * from[y][x] + 0.25f * (from[y][x - 1] - from[y + 1][x]);
}

static void apart(float *first, float *second, int width, int height, int steps) {
  int w = width, h = height;
  float(*a)[w] = (void *)first, (*b)[w] = (void *)second;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2 == 0)
      rows(w, h, a, b);
    if (t % 2 == 1)
      rows(w, h, b, a);
  }
#pragma stencil
  for (int t = 0; t < steps; t++)
    t % 2 ? rows(w, h, a, b) : rows(w, h, b, a);
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float)), *c = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  fill_float(c, w * h, 3);
  by_loops(h, w, (void *)a, (void *)b, steps);
  dump("a", a, sizeof(float), w * h);
  by_calls(h, w, (void *)b, (void *)c, steps);
  dump("b", b, sizeof(float), w * h);
  by_three(a, b, c, w, h, steps);
  anew(a, c, w, h, steps);
  apart(a, c, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  dump("c", c, sizeof(float), w * h);
  return 0;
}
