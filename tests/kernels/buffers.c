// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work arrays that are declared before the loops: one row for two directions, rows and planes that are read behind the
// loops or that callers know, and a few numbers of a cell or a row that short loops fill.
// READING
// SWEEP-ONLY
// WHOLE: lie one behind the other in memory
// RANK: 2
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 23 19 @
// RUN-ARGS: 6 5 @
#include "dump.h"

enum { MOST = 64 };
static double line[MOST + 1];
double shared[MOST];

static void sweeps(int nx, int ny, double (*u)[nx]) {
  int i, j;
  for (j = 0; j < ny; j++) {
    line[0] = line[nx] = 0;
    for (i = 1; i < nx; i++)
      line[i] = 0.2 * (u[j][i] - u[j][i - 1]);
    for (i = 0; i < nx; i++)
      u[j][i] += line[i + 1] - line[i];
  }
  for (i = 0; i < nx; i++) {
    line[0] = line[ny] = 0;
    for (j = 1; j < ny; j++)
      line[j] = 0.2 * (u[j][i] - u[j - 1][i]);
    for (j = 0; j < ny; j++)
      u[j][i] += line[j + 1] - line[j];
  }
}

// The rows' last contents are read in the step and behind it; some elements are never stored.
static double known(int nx, int ny, int steps, double (*u)[nx], double *flux) {
  double wrk[MOST], sum = 0;
  int i, j, t;
  for (i = 0; i < MOST; i++)
    wrk[i] = i;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = ny - 2; j > 0; j--) {
      for (i = 1; i < nx; i++)
        flux[i] = 0.2 * (u[j][i] - u[j][i - 1]) + 0.01 * u[j - 1][i];
      for (i = 1; i < nx - 1; i++)
        wrk[i] = flux[i + 1] - flux[i];
      for (i = 1; i < nx - 1; i++)
        u[j][i] += wrk[i];
    }
    for (j = 1; j < ny - 1; j++) {
      for (i = 0; i < nx; i++)
        shared[i] = u[j][i] * 0.5;
      for (i = 1; i < nx - 1; i++)
        u[j][i] = 0.9 * u[j][i] + 0.05 * (shared[i - 1] + shared[i + 1]);
    }
    for (i = 1; i < nx - 1; i++)
      u[0][i] = 0.01 * flux[i] + 0.02 * shared[i];
  }
  for (i = 0; i < nx; i++)
    sum += wrk[i] * (i + 1);
  return sum;
}

static void few(int nx, int ny, int steps, double (*u)[ny][nx], double (*v)[ny][nx], int (*kind)[nx]) {
  double q[3], left[3], right[3], f[3], by[2], x;
  int window[9], i, j, k, t, n, a, b, di, dj, swap;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      for (k = 0; k < 2; k++)
        by[k] = 0.01 * (k + 1) + 0.001 * j;
      for (i = 1; i < nx - 1; i++) {
        for (k = 0; k < 3; k++) {
          q[k] = u[k][j][i];
          left[k] = u[k][j][i - 1];
          right[k] = u[k][j][i + 1];
        }
        f[0] = q[1] - left[1];
        f[1] = q[2] * right[0];
        f[2] = 0;
        for (k = 0; k < 3; k++)
          f[2] += 0.1 * q[k];
        n = 0;
        for (dj = -1; dj <= 1; dj++)
          for (di = -1; di <= 1; di++)
            window[n++] = kind[j + dj][i + di];
        for (a = 0; a < 5; a++)
          for (b = a + 1; b < 9; b++)
            if (window[b] < window[a]) {
              swap = window[a];
              window[a] = window[b];
              window[b] = swap;
            }
        x = window[4];
        for (k = 0; k < 3; k++)
          v[k][j][i] = q[k] - by[0] * f[k] + by[1] * (left[k] + right[k] - 2 * q[k]) + 0.001 * x;
      }
    }
    for (k = 0; k < 3; k++)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++)
          u[k][j][i] = v[k][j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 5), t;
  size_t cells = (size_t)nx * ny;
  double(*u)[ny][nx] = array(3 * cells, sizeof(double)), (*v)[ny][nx] = array(3 * cells, sizeof(double)), sum;
  double *flux = array(MOST, sizeof(double));
  int(*kind)[nx] = array(cells, sizeof(int));
  fill_double(&u[0][0][0], 3 * cells, 51);
  fill_double(flux, MOST, 52);
  fill_double(shared, MOST, 53);
  fill_int(&kind[0][0], cells, 54, 0, 40);
#pragma stencil
  for (t = 0; t < steps; t++)
    sweeps(nx, ny, u[0]);
  dump("u", u, sizeof(double), cells);
  sum = known(nx, ny, steps, u[0], flux);
  DUMP(sum);
  dump("flux", flux, sizeof(double), MOST);
  dump("shared", shared, sizeof(double), MOST);
  few(nx, ny, steps, u, v, kind);
  dump("u", u, sizeof(double), 3 * cells);
  return 0;
}
