// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of rows, output in the step, and a loop that ends by what its last cell left: the region is entered again
// behind the output when there is no step left to make.
// READING
// RANK: 2
// RUN-ARGS: 14 12 @
// COUNTS-STEPS
// HOST: every 1 from 0
#include "dump.h"
#include <math.h>

static double **table(int ny, int nx, unsigned seed) {
  double **rows = array((size_t)ny, sizeof *rows);
  for (int j = 0; j < ny; j++) {
    rows[j] = array((size_t)nx, sizeof **rows);
    fill_double(rows[j], (size_t)nx, seed + (unsigned)j);
  }
  return rows;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 12), most = arg(argc, argv, 3, 7), count = 0;
  double **u = table(ny, nx, 3), **v = table(ny, nx, 40), tol = 1e-3, change = 1;
  for (int j = ny - 3; j < ny; j++) // the last cell doesn't change
    for (int i = nx - 3; i < nx; i++)
      u[j][i] = 1;

#pragma stencil
  while (change > tol && count < most) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        change = fabs(v[j][i] - u[j][i]);
      }
    printf("%d steps at most\n", most);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
    count++;
  }

  printf("steps %d\n%a\n", count, change);
  for (int j = 0; j < ny; j++)
    dump("u", u[j], sizeof(double), (size_t)nx);
  return 0;
}
