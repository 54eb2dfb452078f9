// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gray and Scott's reaction in two dimensions: two fields, two arrays each, edges fixed.
#include "timing.h"

static void run(int nx, int ny, int steps, REAL (*u)[nx], REAL (*v)[nx], REAL (*un)[nx], REAL (*vn)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int j = 1; j < ny - 1; j++)
      VECTORS
    for (int i = 1; i < nx - 1; i++) {
      REAL a = u[j][i], b = v[j][i], r = a * b * b;
      REAL lu = u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - R(4) * a;
      REAL lv = v[j][i - 1] + v[j][i + 1] + v[j - 1][i] + v[j + 1][i] - R(4) * b;
      un[j][i] = a + R(0.16) * lu - r + R(0.035) * (R(1) - a);
      vn[j][i] = b + R(0.08) * lv + r - R(0.1) * b;
    }
    REAL(*swap)[nx] = u;
    u = un;
    un = swap;
    swap = v;
    v = vn;
    vn = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 50;
  size_t cells = (size_t)n * (size_t)n;
  typedef REAL(*rows)[n];
  rows u = filled(cells, 0.5), v = filled(cells, 0.2), un = filled(cells, 0.5), vn = filled(cells, 0.2);
  MEASURE((double)cells, steps, run(n, n, steps, u, v, un, vn));
  return 0;
}
