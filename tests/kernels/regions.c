// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several regions in one file and in one function, one of them in a recursive function.
// RANK: 2
// REGION: @, @, @
// REGION: 2
// REGION: @, @ + 1
// RUN-ARGS: 21 17 @
// TINY-ARGS: 3 3 @
#include "dump.h"

static int nx, ny;
static float *a, *b;

static void recurse(float *u, float *v, int steps, int level) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25f * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
    float *tmp = u;
    u = v;
    v = tmp;
  }
  if (level > 0)
    recurse(v, u, steps, level - 1);
}

static void two(int steps) {
  float *p = a, *q = b;
#pragma stencil
  for (int t = 0; t < 2; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        q[j * nx + i] = 0.5f * (p[j * nx + i - 1] + p[j * nx + i + 1]);
    float *tmp = p;
    p = q;
    q = tmp;
  }
  for (int call = 0; call < 2; call++) {
    const int last = steps + call;
#pragma stencil
    for (int t = 0; t < last; t++) {
      for (int j = 2; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          q[j * nx + i] = 0.5f * (p[(j - 2) * nx + i] + p[(j + 1) * nx + i]);
      float *tmp = p;
      p = q;
      q = tmp;
    }
  }
  printf("p is %s\n", p == a ? "a" : "b");
}

int main(int argc, char **argv) {
  nx = arg(argc, argv, 1, 21);
  ny = arg(argc, argv, 2, 17);
  int steps = arg(argc, argv, 3, 7);
  a = array((size_t)nx * ny, sizeof *a);
  b = array((size_t)nx * ny, sizeof *b);
  fill_float(a, (size_t)nx * ny, 50);
  fill_float(b, (size_t)nx * ny, 51);
  two(steps);
  recurse(a, b, steps, 2);
  dump("a", a, sizeof *a, (size_t)nx * ny);
  dump("b", b, sizeof *b, (size_t)nx * ny);
  return 0;
}
