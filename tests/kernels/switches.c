// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// switch between nests, over an option, the step and a constant, and in cells, over what they hold: labels together,
// cases that
// fall through, break in an if, default anywhere or nowhere, continue, functions that return a case's value.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @ 0
// RUN-ARGS: 12 9 @ 1
// RUN-ARGS: 12 9 @ 2
// RUN-ARGS: 9 12 @ 5
// TINY-ARGS: 2 2 @ 1
// REGION: @
// REGION: @
#include "dump.h"

enum kind { FLUID, WALL, INLET, OUTLET, CORNER };
#define FIXED 7

static void between(int h, int w, float (*u)[w], float (*v)[w], int option, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    switch (option) {
    case 0:
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.25f * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
      break;
    case 1:
    case 3: {
      float c = 0.125f;
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = u[y][x] + c * (u[y][x - 1] - u[y][x + 1]);
      break;
    }
    default:
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.5f * u[y][x];
    }
    switch (t % 3) {
    case 1:
      for (int x = 0; x < w; x++)
        v[0][x] = v[1][x];
    /* fall through */
    case 2:
      for (int x = 0; x < w; x++)
        v[h - 1][x] = v[h - 2][x];
    }
    float(*s)[w] = u;
    u = v;
    v = s;
  }
}

static float weight(int kind, float x) {
  switch (kind) {
  case FLUID:
    return 0.25f;
  case INLET:
    if (x > 0)
      return 0.5f;
    /* fall through */
  case OUTLET:
    return x;
  default:
    return 0;
  }
}

static void cells(int h, int w, float (*u)[w], float (*v)[w], int (*kind)[w], int option, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int x, y;
    for (y = 1; y < h - 1; y++)
      for (x = 1; x < w - 1; x++) {
        int here = kind[y][x];
        float sum = 0;
        switch (here) {
        case WALL:
          v[y][x] = 0;
          continue;
        default:
          sum = 1;
          break;
        case FLUID: {
          float left = u[y][x - 1];
          sum = left + u[y][x + 1];
        }
        /* fall through */
        case INLET:
          if (u[y][x] > 0.5f)
            break;
          sum += u[y - 1][x];
          break;
        case CORNER:
          if (option == 1) {
            sum = 3;
            break;
          } else
            sum = 2;
          sum *= u[y][x];
        /* fall through */
        case FIXED:
          break;
        }
        switch (option) {
        case 1:
          sum += u[y + 1][x];
          break;
        case 2 ... 4:
          sum -= u[y + 1][x];
        }
        v[y][x] = sum * weight(kind[y][x], u[y][x]) + 0.125f * u[y][x];
      }
    float(*s)[w] = u;
    u = v;
    v = s;
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23);
  int steps = arg(argc, argv, 3, 7), option = arg(argc, argv, 4, 0);
  float(*u)[w] = array((size_t)w * h, sizeof(float)), (*v)[w] = array((size_t)w * h, sizeof(float));
  int(*kind)[w] = array((size_t)w * h, sizeof(int));
  fill_float(u[0], (size_t)w * h, 5);
  fill_float(v[0], (size_t)w * h, 7);
  fill_int(kind[0], (size_t)w * h, 9, 0, 7);
  between(h, w, u, v, option, steps);
  cells(h, w, u, v, kind, option, steps);
  dump("u", u, sizeof(float), (size_t)w * h);
  dump("v", v, sizeof(float), (size_t)w * h);
  return 0;
}
