// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published out-of-core directives before the time loop: swapped arrays, their sections, a clause of ours beside.
// `printed` has them as they are printed: on every loop its axis, 1 being the fastest in memory.
// OUT-OF-CORE
// READING
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
#include "dump.h"

#define R 1

static void printed(int nx, int ny, int steps, float A[nx][ny], float B[nx][ny]) {
#pragma tpace init
#pragma tpace pipeline targetinout(A[0:nx][0:ny], B[0:nx][0:ny]) size([0:nx][0:ny]) halo([1:1][1:1]) async
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(2)
    for (int x = 1; x < nx - 1; x++)
#pragma tpace loop dim(1)
      for (int y = 1; y < ny - 1; y++)
        B[x][y] = 0.25f * (A[x - 1][y] + A[x + 1][y] + A[x][y - 1] + A[x][y + 1]);
#pragma tpace loop dim(2)
    for (int x = 1; x < nx - 1; x++)
#pragma tpace loop dim(1)
      for (int y = 1; y < ny - 1; y++)
        A[x][y] = B[x][y];
  }
}

// Advection by CIP, with the lines on every loop.
static void cip(int nx, int ny, int steps, double f[nx][ny], double gx[nx][ny], double gy[nx][ny], double fn[nx][ny],
                double gxn[nx][ny], double gyn[nx][ny], double u[nx][ny], double v[nx][ny]) {
  const double dx = 0.1, dy = 0.125, dt = 0.03;
#pragma tpace init
#pragma tpace pipeline targetinout(f, gx, gy, fn, gxn, gyn) targetin(u, v) size([0:nx][0:ny]) halo([1:1][1:1]) async
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(2)
    for (int x = 1; x < nx - 1; x++)
#pragma tpace loop dim(1)
      for (int y = 1; y < ny - 1; y++) {
        double xx = -u[x][y] * dt, yy = -v[x][y] * dt;
        int isgn = u[x][y] >= 0.0 ? 1 : -1;
        int jsgn;
        if (v[x][y] < 0.0)
          jsgn = -1;
        else
          jsgn = 1;
        double sx = isgn * dx, sy = jsgn * dy;
        int ym = y - isgn, xm = x - jsgn;
        double a8 = f[x][y] - f[x][ym] - f[xm][y] + f[xm][ym];
        double b1 = f[x][ym] - f[x][y], c1 = f[xm][y] - f[x][y];
        double a1 = ((gx[x][ym] + gx[x][y]) * sx + 2.0 * b1) / (sx * sx * sx);
        double e1 = (-3.0 * b1 - (gx[x][ym] + 2.0 * gx[x][y]) * sx) / (sx * sx);
        double a4 = ((gy[xm][y] + gy[x][y]) * sy + 2.0 * c1) / (sy * sy * sy);
        double e4 = (-3.0 * c1 - (gy[xm][y] + 2.0 * gy[x][y]) * sy) / (sy * sy);
        double a2 = (a8 - (gx[xm][y] - gx[x][y]) * sx) / (sx * sx * sy);
        double a3 = (a8 - (gy[x][ym] - gy[x][y]) * sy) / (sx * sy * sy);
        double a6 = (-a8 + (gx[xm][y] - gx[x][y]) * sx + (gy[x][ym] - gy[x][y]) * sy) / (sx * sy);
        fn[x][y] = ((a1 * xx + a2 * yy + e1) * xx + a6 * yy + gx[x][y]) * xx + ((a4 * yy + a3 * xx + e4) * yy + gy[x][y]) * yy + f[x][y];
        gxn[x][y] = (3.0 * a1 * xx + 2.0 * (a2 * yy + e1)) * xx + (a3 * yy + a6) * yy + gx[x][y];
        gyn[x][y] = (3.0 * a4 * yy + 2.0 * (a3 * xx + e4)) * yy + (a2 * xx + a6) * xx + gy[x][y];
      }
#pragma tpace loop dim(2)
    for (int x = 1; x < nx - 1; x++)
#pragma tpace loop dim(1)
      for (int y = 1; y < ny - 1; y++) {
        f[x][y] = fn[x][y];
        gx[x][y] = 0.5 * gxn[x][y] + 0.25 * gx[x][y];
        gy[x][y] = 0.5 * gyn[x][y] - 0.125 * gy[x][y];
      }
  }
}

int main(int argc, char **argv) {
#pragma tpace init
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  fill_float(&A[0][0], (size_t)nx * ny, 5);
  memcpy(B, A, (size_t)nx * ny * sizeof(float));

#pragma stencil scratch(B)
#pragma tpace pipeline targetinout(A[0:ny][0:nx], B) size([0:ny][0:nx]) halo([R:R][R:1]) async
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(2)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.25f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  memcpy(B, A, (size_t)nx * ny * sizeof(float));
  printed(ny, nx, steps, A, B);
  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);

  double(*g[8])[ny];
  for (int k = 0; k < 8; k++) {
    g[k] = array((size_t)nx * ny, sizeof(double));
    fill_double(&g[k][0][0], (size_t)nx * ny, 61 + k);
  }
  cip(nx, ny, steps, g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7]);
  for (int k = 0; k < 6; k++)
    dump("g", g[k], sizeof(double), (size_t)nx * ny);
  return 0;
}
