// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours that fmax and fmin of integers keep inside: in the bounds of small loops, in locals and in subscripts.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 11 @
// TINY-ARGS: 1 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"
#include <math.h>

static double mean(int nx, int ny, double (*u)[nx], int j, int i) {
  double sum = 0;
  int count = 0;
  for (int jj = (int)fmax(0, j - 2); jj <= (int)fmin(ny - 1, j + 2); jj++)
    for (int ii = fmax(0.0, i - 1); ii <= fmin(nx - 1, i + 1); ii++) {
      sum += u[jj][ii];
      count++;
    }
  return sum / count;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double));
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[j][i] = mean(nx, ny, u, j, i);
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  // In locals, in one another, and in subscripts.
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int left = fmax(i - 1, 0);
        const int right = (int)fmin(fmax(i + 2, 0), nx - 1);
        v[j][i] = 0.3 * (u[j][left] + u[j][right] + u[(int)fmin(j + 1, ny - 1)][i]);
        if (i > fmin(nx, ny) && fmax(j, 3) != i)
          v[j][i] *= 0.5;
      }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  // In place, by rows: the row above is an old or a new one as the source has it.
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        u[j][i] = 0.5 * (u[j][i] + v[j][(long)fmin(i + 1, nx - 1)]) + v[(unsigned)fmax(j - 1, 0)][i];

  dump("u", *u, sizeof **u, nx * ny);
  dump("v", *v, sizeof **v, nx * ny);
}
