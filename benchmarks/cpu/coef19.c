// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 19 points with 12 coefficient arrays (the kernel of the Himeno benchmark without its sum), two pressure arrays.
// With -DHAND the outer space loop carries the pragma that a user would add by hand.
#include "timing.h"

enum { kCoefficients = 12 };

static void run(int nx, int ny, int nz, int steps, float (*p)[ny][nx], float (*q)[ny][nx], float (*a0)[ny][nx],
                float (*a1)[ny][nx], float (*a2)[ny][nx], float (*a3)[ny][nx], float (*b0)[ny][nx], float (*b1)[ny][nx],
                float (*b2)[ny][nx], float (*c0)[ny][nx], float (*c1)[ny][nx], float (*c2)[ny][nx],
                float (*wrk)[ny][nx], float (*bnd)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef HAND
#pragma omp parallel for
#endif
    for (int i = 1; i < nz - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        for (int k = 1; k < nx - 1; k++) {
          float s0 = a0[i][j][k] * p[i + 1][j][k] + a1[i][j][k] * p[i][j + 1][k] + a2[i][j][k] * p[i][j][k + 1] +
                     b0[i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
                     b1[i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
                     b2[i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
                     c0[i][j][k] * p[i - 1][j][k] + c1[i][j][k] * p[i][j - 1][k] + c2[i][j][k] * p[i][j][k - 1] +
                     wrk[i][j][k];
          float ss = (s0 * a3[i][j][k] - p[i][j][k]) * bnd[i][j][k];
          q[i][j][k] = p[i][j][k] + 0.8f * ss;
        }
    float(*swap)[ny][nx] = p;
    p = q;
    q = swap;
  }
}

int main(int argc, char **argv) {
  int nz = argc > 1 ? atoi(argv[1]) : 128, steps = argc > 2 ? atoi(argv[2]) : 10, ny = nz, nx = 2 * nz;
  size_t cells = (size_t)nx * (size_t)ny * (size_t)nz;
  typedef float(*plane)[ny][nx];
  plane p = (plane)filled(cells, 0), q = (plane)filled(cells, 0), c[kCoefficients];
  for (int n = 0; n < kCoefficients; n++)
    c[n] = (plane)filled(cells, n == 3 ? 0.16f : n < 3 || n > 6 ? 1.0f : 0.0f);
  MEASURE((double)cells, steps,
          run(nx, ny, nz, steps, p, q, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11]));
  return 0;
}
