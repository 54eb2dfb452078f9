// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the step's parity chooses: by the arguments of calls in two arms, by pointers that two arms set or that ?: does, by a
// table that the step declares.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void update(int w, int h, const float *from, float *to) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      to[y * w + x] = 0.25f * (from[y * w + x - 1] + from[y * w + x + 1] + from[(y - 1) * w + x] + from[(y + 1) * w + x]);
}

static void by_calls(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2 == 0)
      update(w, h, a, b);
    else
      update(w, h, b, a);
  }
}

static void by_arms(float *a, float *b, int w, int h, int steps) {
#pragma stencil
  for (int t = 1; t <= steps; t++) {
    float *from, *to;
    if (t & 1) {
      from = a;
      to = b;
    } else {
      from = b;
      to = a;
    }
    update(w, h, from, to);
    for (int y = 1; y < h - 1; y++)
      to[y * w] = 0.5f * to[y * w + 1];
  }
}

static float grid[31][43], next[31][43];

static void by_choice(int w, int h, int steps) {
#pragma stencil
  for (int t = 3; t < steps + 3; t++) {
    float(*from)[43] = t % 2 != 0 ? next : grid, (*to)[43] = t % 2 ? grid : next;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        to[y][x] = 0.5f * from[y][x] + 0.125f * (from[y][x - 1] + from[y][x + 1] + from[y - 1][x] + from[y + 1][x]);
  }
}

static void by_table(float *a, float *b, float *c, int w, int h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *level[3] = {a, b, c};
    float *past = level[t % 3], *now = level[(t + 1) % 3], *then = level[(t + 2) % 3];
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        int k = y * w + x;
        then[k] = 0.5f * now[k] - 0.25f * past[k] + 0.125f * (now[k - 1] + now[k + 1] + now[k - w] + now[k + w]);
      }
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float)), *c = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  fill_float(c, w * h, 3);
  fill_float(&grid[0][0], 31 * 43, 4);
  fill_float(&next[0][0], 31 * 43, 5);
  by_calls(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  by_arms(a, b, w, h, steps);
  dump("b", b, sizeof(float), w * h);
  by_choice(w, h, steps);
  dump("grid", grid, sizeof(float), 31 * 43);
  dump("next", next, sizeof(float), 31 * 43);
  by_table(a, b, c, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  dump("c", c, sizeof(float), w * h);
  return 0;
}
