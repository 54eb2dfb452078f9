// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel blocks of OpenMP's that hold a region: the directive before the block, the block's own variables, single, master,
// barriers, a loop without a block, and a call of a function whose loops are shared out.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 4 5 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void block(int nx, int ny, int steps, double (*a)[nx], double (*b)[nx]) {
  int t, i, j;
  double (*swap)[nx];
#pragma stencil
#pragma omp parallel default(shared) private(t, i, j)
  {
    for (t = 0; t < steps; t++) {
#pragma omp for schedule(static)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++)
          b[j][i] = 0.25 * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
#pragma omp single
      {
        swap = a;
        a = b;
        b = swap;
      }
    }
  }
  dump("block", a, sizeof(double), (size_t)nx * ny);
}

static void own(int nx, int ny, int steps, float *p, float *q) {
#pragma omp parallel firstprivate(steps)
#pragma stencil
  {
    float *from = p, *to = q;
    const float w = 0.125f;
    for (int t = 0; t < steps; t++) {
#pragma omp for collapse(2) nowait
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++)
          to[y * nx + x] = from[y * nx + x] + w * (from[y * nx + x - 1] + from[y * nx + x + 1] + from[(y - 1) * nx + x]);
#pragma omp barrier
#pragma omp for
      for (int y = 1; y < ny - 1; y++)
        to[y * nx] = to[y * nx + 1];
      float *other = from;
      from = to;
      to = other;
    }
  }
}

static double total;
static void whole(int nx, int ny, int steps, double (*a)[nx], double (*b)[nx]) {
#pragma stencil
#pragma omp parallel
  for (int t = 0; t < steps; t++) {
#pragma omp for
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.5 * a[j][i] + 0.125 * (a[j][i - 1] + a[j][i + 1]) - 0.0625 * a[j + 1][i];
#pragma omp master
    total = 0;
#pragma omp barrier
#pragma omp for reduction(+ : total)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        total += b[j][i];
#pragma omp for
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

static void relax(int nx, int ny, int steps, double (*a)[nx], double (*b)[nx]) {
  int t;
  for (t = 0; t < steps; t++) {
#pragma omp for
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] - 0.5 * a[j - 1][i];
#pragma omp for
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = 0.25 * b[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 5);
  double(*a)[nx] = array((size_t)ny, sizeof *a), (*b)[nx] = array((size_t)ny, sizeof *b);
  float *p = array((size_t)nx * ny, sizeof *p), *q = array((size_t)nx * ny, sizeof *q);
  fill_double(&a[0][0], (size_t)nx * ny, 1);
  fill_double(&b[0][0], (size_t)nx * ny, 2);
  fill_float(p, (size_t)nx * ny, 3);
  fill_float(q, (size_t)nx * ny, 4);
  block(nx, ny, steps, a, b);
  own(nx, ny, steps, p, q);
  whole(nx, ny, steps, a, b);
#pragma stencil
#pragma omp parallel num_threads(3)
  relax(nx, ny, steps, a, b);
  dump("a", a, sizeof(double), (size_t)nx * ny);
  dump("b", b, sizeof(double), (size_t)nx * ny);
  dump("p", p, sizeof(float), (size_t)nx * ny);
  dump("q", q, sizeof(float), (size_t)nx * ny);
  DUMP(total);
  return 0;
}
