// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all four edges of a square, ghost cells that mirror the inside, assignments in a row.
// RANK: 2
// RUN-ARGS: 23 @
// RUN-ARGS: 12 @
// RUN-ARGS: 5 @
#include "dump.h"
#include <math.h>

#define IX(i, j) ((i) + (n + 2) * (j))

static void edges(int n, float *x, int sign) {
  for (int i = 1; i <= n; i++) {
    x[IX(0, i)] = sign == 1 ? -x[IX(1, i)] : x[IX(1, i)];
    x[IX(n + 1, i)] = sign == 1 ? -x[IX(n, i)] : x[IX(n, i)];
    x[IX(i, 0)] = x[IX(i, 1)];
    x[IX(i, n + 1)] = x[IX(i, n)];
  }
  x[IX(0, 0)] = x[IX(n + 1, n + 1)] = 0.5f;
  x[IX(n + 1, 0)] = 0.5f * (x[IX(n, 0)] + x[IX(n + 1, 1)]);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)(n + 2) * (n + 2);
  float *u = array(size, sizeof *u), *v = array(size, sizeof *v), *z = array(size, sizeof *z);
  float d, most = 0;
  fill_float(u, size, 3);
  fill_float(v, size, 4);
  fill_float(z, size, 6);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    edges(n, u, 1);
    for (int j = 1; j <= n; j++)
      for (int g = 0; g < 2; g++) {
        z[IX(g, j)] = z[IX(3 - g, j)];
        z[IX(n + 1 - g, j)] = z[IX(n - 2 + g, j)];
      }
    most = 0;
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        v[IX(i, j)] = z[IX(i, j)] = 0.2f * (z[IX(i, j)] + u[IX(i - 1, j)] + u[IX(i + 1, j)] + u[IX(i, j - 1)] + u[IX(i, j + 1)]);
        if ((d = fabsf(v[IX(i, j)] - u[IX(i, j)])) > most)
          most = d;
      }
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++)
        u[IX(i, j)] = v[IX(i, j)];
  }
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  dump("z", z, sizeof *z, size);
  dump("most", &most, sizeof most, 1);
  return 0;
}
