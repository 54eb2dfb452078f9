// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CIP advection: a value and its two derivatives, from the upwind side of each cell: the velocity's sign selects it.
// RANK: 2
// RUN-ARGS: 33 26 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 26), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*f)[nx] = array(cells, sizeof(double)), (*fn)[nx] = array(cells, sizeof(double));
  double(*gx)[nx] = array(cells, sizeof(double)), (*gxn)[nx] = array(cells, sizeof(double));
  double(*gy)[nx] = array(cells, sizeof(double)), (*gyn)[nx] = array(cells, sizeof(double));
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double));
  double dx = 0.1, dy = 0.125, dt = 0.03;
  fill_double(&f[0][0], cells, 61);
  fill_double(&gx[0][0], cells, 62);
  fill_double(&gy[0][0], cells, 63);
  fill_double(&u[0][0], cells, 64);
  fill_double(&v[0][0], cells, 65);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        double xx = -u[j][i] * dt, yy = -v[j][i] * dt;
        int isgn = u[j][i] >= 0.0 ? 1 : -1;
        int jsgn;
        if (v[j][i] < 0.0)
          jsgn = -1;
        else
          jsgn = 1;
        double sx = isgn * dx, sy = jsgn * dy;
        int im = i - isgn, jm = j - jsgn;
        double a8 = f[j][i] - f[j][im] - f[jm][i] + f[jm][im];
        double b1 = f[j][im] - f[j][i], c1 = f[jm][i] - f[j][i];
        double a1 = ((gx[j][im] + gx[j][i]) * sx + 2.0 * b1) / (sx * sx * sx);
        double e1 = (-3.0 * b1 - (gx[j][im] + 2.0 * gx[j][i]) * sx) / (sx * sx);
        double a4 = ((gy[jm][i] + gy[j][i]) * sy + 2.0 * c1) / (sy * sy * sy);
        double e4 = (-3.0 * c1 - (gy[jm][i] + 2.0 * gy[j][i]) * sy) / (sy * sy);
        double a2 = (a8 - (gx[jm][i] - gx[j][i]) * sx) / (sx * sx * sy);
        double a3 = (a8 - (gy[j][im] - gy[j][i]) * sy) / (sx * sy * sy);
        double a6 = (-a8 + (gx[jm][i] - gx[j][i]) * sx + (gy[j][im] - gy[j][i]) * sy) / (sx * sy);
        fn[j][i] = ((a1 * xx + a2 * yy + e1) * xx + a6 * yy + gx[j][i]) * xx + ((a4 * yy + a3 * xx + e4) * yy + gy[j][i]) * yy + f[j][i];
        gxn[j][i] = (3.0 * a1 * xx + 2.0 * (a2 * yy + e1)) * xx + (a3 * yy + a6) * yy + gx[j][i];
        gyn[j][i] = (3.0 * a4 * yy + 2.0 * (a3 * xx + e4)) * yy + (a2 * xx + a6) * xx + gy[j][i];
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        f[j][i] = fn[j][i];
        gx[j][i] = 0.5 * gxn[j][i] + 0.25 * gx[j][i];
        gy[j][i] = 0.5 * gyn[j][i] - 0.125 * gy[j][i];
      }
  }

  dump("f", f, sizeof(double), cells);
  dump("gx", gx, sizeof(double), cells);
  dump("gy", gy, sizeof(double), cells);
  dump("fn", fn, sizeof(double), cells);
  dump("gyn", gyn, sizeof(double), cells);
  return 0;
}
