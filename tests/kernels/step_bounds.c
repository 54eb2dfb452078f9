// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that end at the lesser of what a step says and the array's end, or begin at the greater: fronts that go on
// with the steps.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 5 @
// TINY-ARGS: 1 1 @
// STEPS: 0 1 7 50
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int greater(int a, int b) { return a > b ? a : b; }

static void front(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < MIN(t + 1, nx - 1); i++)
        v[j][i] = 0.5f * (u[j][i - 1] + u[j][i + 1]);
    for (int j = 1; j <= MIN(ny - 2, 2 * t); j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = 0.5f * (v[j - 1][i] + v[j + 1][i]);
  }
}

static void fromTheMiddle(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx]) {
  const int c = nx / 2;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int lo = greater(c - t, 1), hi = c + t < nx - 1 ? c + t : nx - 1;
    for (int j = 1; j < ny - 1; j++)
      for (int i = lo; i < hi; i++)
        v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    float(*other)[nx] = u;
    u = v;
    v = other;
  }
}

static void byFunction(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx]) {
  int i, j, t, first;
#pragma stencil
  for (t = 0; t < steps; t++) {
    first = greater(ny - 3 * t, 1);
    for (j = first; j < ny - 1; j++)
      for (i = greater(1, nx - 2 - t); i < nx - 1; i++)
        v[j][i] = u[j][i - 1] - u[j - 1][i];
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        u[j][i] = 0.5f * v[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 1);
  fill_float(&v[0][0], cells, 2);
  front(nx, ny, steps, u, v);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  fromTheMiddle(nx, ny, steps, u, v);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  byFunction(nx, ny, steps, u, v);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
