// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Himeno's kernel with coefficients that differ from cell to cell: himeno [imax] [jmax] [kmax] [steps]
#include "bench.h"

static float run(int imax, int jmax, int kmax, int steps, float (*p)[jmax][kmax], float (*wrk2)[jmax][kmax], float (*a)[imax][jmax][kmax],
                 float (*b)[imax][jmax][kmax], float (*c)[imax][jmax][kmax], float (*bnd)[jmax][kmax], float (*wrk1)[jmax][kmax], float omega) {
  float gosa = 0.0f;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    gosa = 0.0f;
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++) {
          float s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
                     b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
                     b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
                     b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
                     c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] + wrk1[i][j][k];
          float ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          gosa += ss * ss;
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
  }
  return gosa;
}

int main(int argc, char **argv) {
  int imax = argument(argc, argv, 1, 48), jmax = argument(argc, argv, 2, 40), kmax = argument(argc, argv, 3, 64);
  int steps = argument(argc, argv, 4, 12);
  size_t cells = (size_t)imax * jmax * kmax;
  float *p = filled(cells, 1, 0.0f, 1.0f), *wrk2 = filled(cells, 2, 0.0f, 1.0f), *a = filled(4 * cells, 3, 0.9f, 1.0f);
  float *b = filled(3 * cells, 4, -0.01f, 0.01f), *c = filled(3 * cells, 5, 0.9f, 1.0f), *bnd = filled(cells, 6, 0.9f, 1.0f);
  float *wrk1 = filled(cells, 7, -0.01f, 0.01f);
#pragma omp parallel for
  for (size_t i = 0; i < cells; i++)
    a[3 * cells + i] /= 6.0f;
  float gosa = run(imax, jmax, kmax, steps, (float(*)[jmax][kmax])p, (float(*)[jmax][kmax])wrk2, (float(*)[imax][jmax][kmax])a,
                   (float(*)[imax][jmax][kmax])b, (float(*)[imax][jmax][kmax])c, (float(*)[jmax][kmax])bnd, (float(*)[jmax][kmax])wrk1, 0.8f);
  show("p", p, cells);
  printf("gosa %a\n", (double)gosa);
  return 0;
}
