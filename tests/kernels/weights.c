// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weighted sums over boxes in the order of their planes: in locals, by constant inner loops, of two fields, with coefficients.
// RANK: 3
// RUN-ARGS: 13 11 10 @
// RUN-ARGS: 6 5 6 @
#include "dump.h"

static const double kWeight[3] = {0.031, 0.052, 0.027};

static void drift(long nz, long ny, long nx, double (*u)[ny][nx], double (*v)[ny][nx], double (*p)[ny][nx], double (*q)[ny][nx],
                  double (*c)[ny][nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (long k = 1; k < nz - 2; k++)
      for (long j = 1; j < ny - 1; j++)
        for (long i = 2; i < nx - 1; i++) {
          double sum = 0, slope = v[k - 1][j + 1][i - 2] * v[k - 1][j][i] + v[k][j - 1][i + 1];
          for (int dz = -1; dz <= 1; dz++)
            for (int dy = -1; dy <= 1; dy++)
              for (int dx = -1; dx <= 1; dx++)
                sum += kWeight[dz + 1] * (1.25 + 0.5 * dy + 0.25 * dx) * u[k + dz][j + dy][i + dx];
          p[k][j][i] = 0.5 * sum + c[k][j][i] * (slope + v[k + 2][j][i - 1]);
          q[k][j][i] = sum * 0.125 + slope * 0.25 + v[k][j][i];
        }
    double(*tmp)[ny][nx] = u;
    u = p;
    p = tmp;
    tmp = v;
    v = q;
    q = tmp;
  }
}

int main(int argc, char **argv) {
  long nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 10), cells = nx * ny * nz;
  int steps = arg(argc, argv, 4, 7);
  double *fields[5];
  for (int f = 0; f < 5; f++) {
    fields[f] = array(cells, sizeof(double));
    fill_double(fields[f], cells, 31 + f);
  }
  typedef double Volume[ny][nx];
  drift(nz, ny, nx, (Volume *)fields[0], (Volume *)fields[1], (Volume *)fields[2], (Volume *)fields[3], (Volume *)fields[4], steps);
  for (int f = 0; f < 4; f++)
    dump("field", fields[f], sizeof(double), cells);
  return 0;
}
