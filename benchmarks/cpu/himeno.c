// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of the Himeno benchmark: 19 points, 12 coefficients, a copy back, and a sum of which the last is wanted.
#include "timing.h"

#ifdef HAND
#define THREADS_SUM _Pragma("omp parallel for reduction(+ : gosa)")
#define VECTORS_SUM _Pragma("omp simd reduction(+ : gosa)")
#else
#define THREADS_SUM
#define VECTORS_SUM
#endif

static REAL run(int imax, int jmax, int kmax, int steps, REAL (*restrict a)[imax][jmax][kmax],
                REAL (*restrict b)[imax][jmax][kmax], REAL (*restrict c)[imax][jmax][kmax],
                REAL (*restrict p)[jmax][kmax], REAL (*restrict bnd)[jmax][kmax], REAL (*restrict wrk1)[jmax][kmax],
                REAL (*restrict wrk2)[jmax][kmax]) {
  REAL gosa = 0;
#pragma stencil
  for (int n = 0; n < steps; n++) {
    gosa = 0;
    THREADS_SUM
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        VECTORS_SUM
    for (int k = 1; k < kmax - 1; k++) {
      REAL s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
                b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
                b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
                b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
                c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
                wrk1[i][j][k];
      REAL ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
      gosa += ss * ss;
      wrk2[i][j][k] = p[i][j][k] + R(0.8) * ss;
    }
    THREADS
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        VECTORS
    for (int k = 1; k < kmax - 1; k++)
      p[i][j][k] = wrk2[i][j][k];
  }
  return gosa;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 128, steps = argc > 2 ? atoi(argv[2]) : 10, jmax = n, imax = n, kmax = 2 * n;
  size_t cells = (size_t)imax * (size_t)jmax * (size_t)kmax;
  typedef REAL(*planes)[jmax][kmax];
  typedef REAL(*several)[imax][jmax][kmax];
  several a = filled(4 * cells, 0.2), b = filled(3 * cells, 0), c = filled(3 * cells, 0.2);
  planes p = filled(cells, 0.5), bnd = filled(cells, 1), wrk1 = filled(cells, 0), wrk2 = filled(cells, 0);
  REAL gosa = 0;
  MEASURE((double)cells, steps, gosa += run(imax, jmax, kmax, steps, a, b, c, p, bnd, wrk1, wrk2));
  return gosa < 0;
}
