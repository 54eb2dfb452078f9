// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A disc with a notch turns about the middle of a square: advection by CIP, the constrained interpolation profile of
// Yabe and Aoki. Each point carries the value and its two derivatives; a cubic polynomial through the upwind cell is
// shifted by a step.
//
//   gcc -O2 cip2d.c picture.c -lpng && ./a.out 200 1600
//
// writes the value to cip2d.png; 8 times as many steps as points per side are one turn.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

static void advect(int n, double (*f)[n], double (*gx)[n], double (*gy)[n], double (*fn)[n], double (*gxn)[n],
                   double (*gyn)[n], double (*u)[n], double (*v)[n], double dx, double dt, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double ux = (u[j][i + 1] - u[j][i - 1]) / (2.0 * dx), uy = (u[j + 1][i] - u[j - 1][i]) / (2.0 * dx);
        double vx = (v[j][i + 1] - v[j][i - 1]) / (2.0 * dx), vy = (v[j + 1][i] - v[j - 1][i]) / (2.0 * dx);
        double xx = -dt * (u[j][i] - 0.5 * dt * (u[j][i] * ux + v[j][i] * uy)); // where the cell's matter comes from
        double yy = -dt * (v[j][i] - 0.5 * dt * (u[j][i] * vx + v[j][i] * vy));
        int isgn = xx <= 0.0 ? 1 : -1, jsgn = yy <= 0.0 ? 1 : -1;
        int iup = i - isgn, jup = j - jsgn;
        double sx = isgn * dx, sy = jsgn * dx;
        double dfx = f[j][iup] - f[j][i], dfy = f[jup][i] - f[j][i];
        double a = ((gx[j][iup] + gx[j][i]) * sx + 2.0 * dfx) / (sx * sx * sx);
        double e = ((gx[j][iup] + 2.0 * gx[j][i]) * sx + 3.0 * dfx) / (sx * sx);
        double b = ((gy[jup][i] + gy[j][i]) * sy + 2.0 * dfy) / (sy * sy * sy);
        double q = ((gy[jup][i] + 2.0 * gy[j][i]) * sy + 3.0 * dfy) / (sy * sy);
        double twist = f[j][i] - f[j][iup] - f[jup][i] + f[jup][iup];
        double dgx = (gx[jup][i] - gx[j][i]) * sx, dgy = (gy[j][iup] - gy[j][i]) * sy;
        double c = (-twist - dgx) / (sx * sx * sy);
        double d = (-twist - dgy) / (sx * sy * sy);
        double g = (-twist - dgx - dgy) / (sx * sy);
        fn[j][i] = ((a * xx + c * yy + e) * xx + g * yy + gx[j][i]) * xx +
                   ((b * yy + d * xx + q) * yy + gy[j][i]) * yy + f[j][i];
        gxn[j][i] = (3.0 * a * xx + 2.0 * (c * yy + e)) * xx + (d * yy + g) * yy + gx[j][i];
        gyn[j][i] = (3.0 * b * yy + 2.0 * (d * xx + q)) * yy + (c * xx + g) * xx + gy[j][i];
      }
    // The derivatives also turn with the flow.
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double ux = (u[j][i + 1] - u[j][i - 1]) / (2.0 * dx), uy = (u[j + 1][i] - u[j - 1][i]) / (2.0 * dx);
        double vx = (v[j][i + 1] - v[j][i - 1]) / (2.0 * dx), vy = (v[j + 1][i] - v[j - 1][i]) / (2.0 * dx);
        f[j][i] = fn[j][i];
        gx[j][i] = gxn[j][i] - dt * (gxn[j][i] * ux + gyn[j][i] * vx);
        gy[j][i] = gyn[j][i] - dt * (gxn[j][i] * uy + gyn[j][i] * vy);
      }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200;
  int steps = argc > 2 ? atoi(argv[2]) : 8 * n;
  if (n < 10) {
    fprintf(stderr, "usage: cip2d [points per side] [steps]\n");
    return 1;
  }
  double(*f)[n] = calloc(n, sizeof *f), (*gx)[n] = calloc(n, sizeof *gx), (*gy)[n] = calloc(n, sizeof *gy);
  double(*fn)[n] = calloc(n, sizeof *fn), (*gxn)[n] = calloc(n, sizeof *gxn), (*gyn)[n] = calloc(n, sizeof *gyn);
  double(*u)[n] = malloc(sizeof(double[n][n])), (*v)[n] = malloc(sizeof(double[n][n]));
  double dx = 1.0 / (n - 1), dt = 1.0 / (8 * n), turn = 6.283185307179586;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double x = i * dx - 0.5, y = j * dx - 0.5;
      u[j][i] = -turn * y;
      v[j][i] = turn * x;
      int disc = x * x + (y - 0.25) * (y - 0.25)<0.15 * 0.15, notch = x> - 0.03 && x < 0.03 && y < 0.3;
      f[j][i] = disc && !notch ? 1.0 : 0.0;
    }
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++) {
      gx[j][i] = (f[j][i + 1] - f[j][i - 1]) / (2.0 * dx);
      gy[j][i] = (f[j + 1][i] - f[j - 1][i]) / (2.0 * dx);
    }

  advect(n, f, gx, gy, fn, gxn, gyn, u, v, dx, dt, steps);

  float *picture = malloc((size_t)n * n * sizeof *picture);
  double mass = 0.0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      picture[(size_t)(n - 1 - j) * n + i] = (float)f[j][i];
      mass += f[j][i] * dx * dx;
    }
  if (write_picture("cip2d.png", n, n, picture, -0.1f, 1.1f) != 0) {
    perror("cip2d.png");
    return 1;
  }
  printf("%d x %d points, %d steps; mass %.12f\n", n, n, steps, mass);
  return 0;
}
