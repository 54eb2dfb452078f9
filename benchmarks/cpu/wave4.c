// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wave equation in three dimensions, of order 8 in space (radius 4), with a field of velocities.
#include "timing.h"

enum { kRadius = 4 };

static void run(int nx, int ny, int nz, int steps, REAL (*old)[ny][nx], REAL (*now)[ny][nx], REAL (*v)[ny][nx]) {
  static const REAL w[] = {R(-205.0 / 72), R(8.0 / 5), R(-1.0 / 5), R(8.0 / 315), R(-1.0 / 560)};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int k = kRadius; k < nz - kRadius; k++)
      for (int j = kRadius; j < ny - kRadius; j++)
        VECTORS
    for (int i = kRadius; i < nx - kRadius; i++) {
      REAL sum = R(3) * w[0] * now[k][j][i];
      for (int r = 1; r <= kRadius; r++)
        sum += w[r] * (now[k][j][i + r] + now[k][j][i - r] + now[k][j + r][i] + now[k][j - r][i] + now[k + r][j][i] +
                       now[k - r][j][i]);
      old[k][j][i] = R(2) * now[k][j][i] - old[k][j][i] + v[k][j][i] * v[k][j][i] * sum;
    }
    REAL(*swap)[ny][nx] = old;
    old = now;
    now = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 264, steps = argc > 2 ? atoi(argv[2]) : 20;
  size_t cells = (size_t)n * (size_t)n * (size_t)n;
  typedef REAL(*planes)[n][n];
  planes old = filled(cells, 0), now = filled(cells, 0), v = filled(cells, 1e-3);
  MEASURE((double)cells, steps, run(n, n, n, steps, old, now, v));
  return 0;
}
