// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that return values, used in cells: with locals, with returns on several paths, under conditions that keep
// them from reading outside of the array, with arguments that are converted, and a scalar of the step.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 1 1 @
#include "dump.h"

#include <math.h>

static inline double sq(double x) { return x * x; }

static float lap(int nx, float (*a)[nx], int i, int j) {
  float sum = a[j][i - 1] + a[j][i + 1];
  sum += a[j - 1][i] + a[j + 1][i];
  return sum - 4 * a[j][i];
}

static float limited(float x, float bound) {
  if (x > bound)
    return bound;
  if (x < -bound) {
    float low = -bound;
    return low * 0.5f;
  }
  return x;
}

static int digit(signed char x) { return x & 7; }

static float far(int nx, float (*a)[nx], int j, int i) {
  float two = a[j][i + 2];
  return two - a[j][i - 2];
}

static double amplitude(int t, double scale) {
  double phase = 0.25 * t;
  return t > 3 ? scale : scale * phase;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float(*a)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*b)[nx] = array((size_t)nx * ny, sizeof(float));
  double scale = 0.3;
  fill_float(&a[0][0], (size_t)nx * ny, 9);
  memcpy(b, a, (size_t)nx * ny * sizeof(float));

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double amp = amplitude(t, scale / 2);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float d = i > 1 && i < nx - 2 ? far(nx, a, j, i) : 0;
        float x = a[j][i] + 0.1f * lap(nx, a, i, j) + (float)amp * sq(0.25f * d);
        if (i > 2 && sq(a[j][i - 1]) > 0.25)
          x = sqrtf((float)sq(x)) * 0.5f;
        b[j][i] = limited(x, 1) + 0.001f * digit(i * 40) + limited(d, 0.01f);
      }
    float(*tmp)[nx] = a;
    a = b;
    b = tmp;
  }

  dump("a", a, sizeof(float), (size_t)nx * ny);
  dump("b", b, sizeof(float), (size_t)nx * ny);
  return 0;
}
