// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows found by adding to pointers, all through pointers of their own; a floating time that goes on from where it is.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void by_rows(float *u, float *v, int nx, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      const float *row = u + j * nx, *up = row - nx, *down = row + nx;
      float *out = v + j * nx;
      for (int i = 1; i < nx - 1; i++)
        out[i] = 0.25f * (row[i - 1] + row[i + 1] + up[i] + down[i]);
    }
    float *other = u;
    u = v;
    v = other;
  }
}

static void by_lengths(int ny, int nx, float u[ny][nx], float v[ny][nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      const float *row = u[j], *up = row - nx, *down = row + nx;
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.25f * (row[i - 1] + row[i + 1] + up[i] + down[i]);
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
  }
}

static double until(float *u, float *v, int nx, int ny, double from, double end) {
  double t = from;
#pragma stencil
  for (; t < end; t += 0.25) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        *(v + j * nx + i) = 0.25f * (*(u + j * nx + i - 1) + *(u + (j + 1) * nx + i));
    float *other = u;
    u = v;
    v = other;
  }
  return t;
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  by_rows(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  by_lengths(h, w, (void *)a, (void *)b, steps);
  dump("a", a, sizeof(float), w * h);
  const double t = until(a, b, w, h, 1, 1 + 0.25 * steps);
  DUMP(t);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
