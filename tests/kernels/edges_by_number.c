// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edges of a small square in one block, whose length is a number: one loop sets those of both axes, the far ones from
// the lines before them.
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

#define N 16
#define IX(i, j) ((i) + (N + 2) * (j))

static void edges(int kind, double *x) {
  for (int i = 1; i <= N; i++) {
    x[IX(0, i)] = kind == 1 ? -x[IX(1, i)] : x[IX(1, i)];
    x[IX(N + 1, i)] = kind == 1 ? -x[IX(N, i)] : x[IX(N, i)];
    x[IX(i, 0)] = kind == 2 ? -x[IX(i, 1)] : x[IX(i, 1)];
    x[IX(i, N + 1)] = kind == 2 ? -x[IX(i, N)] : x[IX(i, N)];
  }
  x[IX(0, 0)] = 0.5 * (x[IX(1, 0)] + x[IX(0, 1)]);
  x[IX(N + 1, N + 1)] = 0.5 * (x[IX(N, N + 1)] + x[IX(N + 1, N)]);
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  size_t size = (N + 2) * (N + 2);
  double *u = array(size, sizeof *u), *v = array(size, sizeof *v), *f = array(size, sizeof *f);
  fill_double(u, size, 3);
  fill_double(f, size, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++)
        v[IX(i, j)] = (f[IX(i, j)] + 0.5 * (u[IX(i - 1, j)] + u[IX(i + 1, j)] + u[IX(i, j - 1)] + u[IX(i, j + 1)])) / 3;
    edges(2, v);
    for (int i = 1; i <= N; i++)
      v[IX(i, N + 1)] = 0.25 * v[IX(i, N)];
    double *w = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  return 0;
}
