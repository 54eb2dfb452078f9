// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that are calls: the function holds the time loop, with pointers of its own that the steps exchange (the caller's
// stay), a for loop and a while loop.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 17 @
// REGION: @
// REGION: @
#include "dump.h"

static void swap(float **u, float **v) {
  float *t = *u;
  *u = *v;
  *v = t;
}

static void simulate(float *a, float *b, int nx, int ny, int steps) {
  float c = 0.25f, *from = a, *to = b;
  const int right = nx - 1;
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < right; i++)
        to[j * nx + i] =
            c * (from[j * nx + i - 1] + from[j * nx + i + 1] + from[(j - 1) * nx + i] + from[(j + 1) * nx + i]);
    swap(&from, &to);
  }
}

static void relax(int nx, int ny, float (*u)[nx], float (*v)[nx], int steps) {
  float(*tmp)[nx];
  int t = 0;
  while (t < steps) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.5f * u[j][i] + 0.125f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    tmp = u;
    u = v;
    v = tmp;
    t++;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float)), *const first = a;
  fill_float(a, cells, 5);
  fill_float(b, cells, 6);

#pragma stencil
  simulate(a, b, nx, ny, steps);
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);

#pragma stencil
  relax(nx, ny, (float(*)[nx])b, (float(*)[nx])a, steps);
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  printf("a is %s\n", a == first ? "where it was" : "moved");
  return 0;
}
