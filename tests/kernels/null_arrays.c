// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that may be NULL where no cell looks at them: by a test of the pointer, and by a flag. A device runs the original loops
// then.
// READING
// RANK: 2
// RUN-ARGS: 26 23 @ 1
// TINY-ARGS: 26 23 @ 0
// REGION: @
// REGION: @
#include "dump.h"

static void masked(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], const float *mask) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float x = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
        if (mask)
          x *= mask[j * nx + i];
        if (mask == 0 || !mask)
          x += 0.5f;
        b[j][i] = x;
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

static void flagged(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], const float *mask, int hasMask) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = hasMask ? mask[j * nx + i] * a[j][i - 1] : a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  int hasMask = arg(argc, argv, 4, 1);
  size_t cells = (size_t)nx * ny;
  float(*a)[nx] = array(cells, sizeof(float)), (*b)[nx] = array(cells, sizeof(float));
  float *mask = array(cells, sizeof(float));
  fill_float(&a[0][0], cells, 81);
  fill_float(mask, cells, 82);
  masked(nx, ny, steps, a, b, hasMask ? mask : 0);
  dump("masked", a, sizeof(float), cells);
  flagged(nx, ny, steps, a, b, hasMask ? mask : 0, hasMask);
  dump("flagged", a, sizeof(float), cells);
  return 0;
}
