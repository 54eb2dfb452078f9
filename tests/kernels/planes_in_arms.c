// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arm of a nest's first cells sets both edges of the array, which lie a variable apart; the others go on as ever.
// RANK: 2
// RING-OF-ROWS
// RUN-ARGS: 27 18 @
// RUN-ARGS: 6 5 @
#include "dump.h"

static void fluxes(int imax, int jmax, double (*f)[jmax + 2], double (*g)[jmax + 2], double (*u)[jmax + 2]) {
  for (int i = 0; i < imax; i++)
    for (int j = 1; j <= jmax; j++)
      if (i == 0) {
        f[0][j] = u[0][j];
        f[imax][j] = u[imax][j] + 0.5;
      } else {
        f[i][j] = u[i][j] + 0.1 * (u[i + 1][j] - 2 * u[i][j] + u[i - 1][j]);
      }
  for (int i = 1; i <= imax; i++)
    for (int j = 0; j < jmax; j++)
      if (j != 0) {
        g[i][j] = u[i][j] - 0.25 * (u[i][j + 1] + u[i][j - 1]);
      } else {
        g[i][jmax] = u[i][jmax];
        g[i][0] = 2 * u[i][0] - g[i][jmax];
      }
}

int main(int argc, char **argv) {
  int imax = arg(argc, argv, 1, 27), jmax = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)(imax + 2) * (jmax + 2);
  double(*u)[jmax + 2] = array(cells, sizeof(double)), (*f)[jmax + 2] = array(cells, sizeof(double));
  double(*g)[jmax + 2] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 91);
  fill_double(&f[0][0], cells, 92);
  fill_double(&g[0][0], cells, 93);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    fluxes(imax, jmax, f, g, u);
    for (int i = 1; i < imax; i++)
      for (int j = 1; j <= jmax; j++)
        u[i][j] = 0.5 * (f[i][j] + f[i - 1][j]) - 0.125 * (g[i][j] - g[i][j - 1]);
  }
  dump("u", u, sizeof(double), cells);
  dump("f", f, sizeof(double), cells);
  dump("g", g, sizeof(double), cells);
  return 0;
}
