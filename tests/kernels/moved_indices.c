// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rings by indices that a cell corrects, `if (l < 0) l += n;`, and by unsigned ones.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

static void corrected(float *u, float *v, int nx, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int west = i - 1, east = i, north = j - 1, south = j + 1;
        east++;
        if (west < 0)
          west += nx;
        if (east >= nx)
          east -= nx;
        if (north < 0)
          north = ny - 1;
        south -= south == ny ? ny : 0;
        north *= nx;
        south *= nx;
        v[j * nx + i] = 0.25f * (u[j * nx + west] + u[j * nx + east] + u[north + i] + u[south + i]);
      }
    float *other = u;
    u = v;
    v = other;
  }
}

static void around(float *u, float *v, unsigned nx, unsigned ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (unsigned j = 0; j < ny; j++)
      for (unsigned i = 0; i < nx; i++) {
        unsigned west = i == 0 ? nx - 1 : i - 1, east = i == nx - 1 ? 0 : i + 1;
        v[j * nx + i] = 0.25f * (u[j * nx + west] + u[j * nx + east] + u[(j == 0 ? ny - 1 : j - 1) * nx + i] + u[(j + 1) % ny * nx + i]);
      }
    float *other = u;
    u = v;
    v = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  corrected(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  around(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
