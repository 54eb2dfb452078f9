// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The region is a call of a function with one nest; and nests between `begin` and `end`, one of them in a function.
// READING
// NO-DIAMOND
// RANK: 2
// DEPTHS: 1
// STEPS: 1
// NO-TIME-LOOP
// RUN-ARGS: 37 29
// REGION: 1
// REGION: 1
#include "dump.h"

static void blend(const float *from, float *to, int nx, int ny) {
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      to[j * nx + i] = 0.5f * (from[j * nx + i] + to[j * nx + i]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29);
  size_t cells = (size_t)nx * ny;
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float));
  fill_float(a, cells, 5);
  fill_float(b, cells, 6);

#pragma stencil
  blend(a, b, nx, ny);
  dump("b", b, sizeof(float), cells);

#pragma stencil begin data source(float a[ny][nx]) destination(float b[ny][nx], float a[ny][nx])
#pragma stencil dimension(i, j)
#pragma stencil calc
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j * nx + i] = a[j * nx + i - 1] + a[(j + 1) * nx + i];
  float half = 0.5f;
#pragma stencil calc
  blend(b, a, nx, ny);
#pragma stencil calc
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      b[j * nx + i] = half * a[j * nx + i];
#pragma stencil end
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  return 0;
}
