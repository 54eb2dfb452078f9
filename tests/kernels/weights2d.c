// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum over a box of radius 2 in the order of its rows, part of which is used once more at the end.
// READING
// RANK: 2
// RUN-ARGS: 13 11 @
// RUN-ARGS: 6 5 @
#include "dump.h"

static void blur(long ny, long nx, float (*a)[nx], float (*b)[nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (long j = 2; j < ny - 2; j++)
      for (long i = 2; i < nx - 2; i++) {
        float above = 0, all;
        for (int dy = -2; dy < 0; dy++)
          for (int dx = -2; dx <= 2; dx++)
            above += (0.04f + 0.005f * dx) * a[j + dy][i + dx];
        all = above;
        for (int dy = 0; dy <= 2; dy++)
          for (int dx = -2; dx <= 2; dx++)
            all += (0.03f + 0.004f * dx) * a[j + dy][i + dx];
        b[j][i] = all - 0.1f * above;
      }
    float(*tmp)[nx] = a;
    a = b;
    b = tmp;
  }
}

int main(int argc, char **argv) {
  long nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11);
  float *a = array(nx * ny, sizeof *a), *b = array(nx * ny, sizeof *b);
  fill_float(a, nx * ny, 41);
  fill_float(b, nx * ny, 42);
  blur(ny, nx, (float(*)[nx])a, (float(*)[nx])b, arg(argc, argv, 3, 7));
  dump("a", a, sizeof *a, nx * ny);
  dump("b", b, sizeof *b, nx * ny);
  return 0;
}
