// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrapped indices by helpers that look at their bounds in locals of their own, and end the program where these are no
// good. Tori that are too narrow for that run the original loops.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 4 @
// TINY-ARGS: 1 1 @
// TINY-ARGS: 2 1 @
// REGION: @
// REGION: @
#include "dump.h"

enum { kRows = 12, kColumns = 19 };

static int lesser(int a, int b) {
  int value;
  if (a < b) {
    value = a;
  } else {
    value = b;
  }
  return value;
}

static int greater(int a, int b) {
  int value;
  if (b < a)
    value = a;
  else
    value = b;
  return value;
}

static int modulo(int i, int j) {
  int value;
  if (j == 0) {
    fprintf(stderr, "\n");
    fprintf(stderr, "modulo: nothing by %d\n", j);
    exit(1);
  }
  value = i % j;
  if (value < 0)
    value = value + abs(j);
  return value;
}

static int wrapped(int index, int first, int last) {
  int lo, hi, value, wide;
  lo = lesser(first, last);
  hi = greater(first, last);
  wide = hi + 1 - lo;
  if (wide == 1) {
    value = lo;
  } else {
    value = lo + modulo(index - lo, wide);
  }
  return value;
}

static int around(int index, int first, int last) {
  int lo, hi, value, wide;
  if (first < last) {
    lo = first;
    hi = last;
  } else {
    lo = last;
    hi = first;
  }
  wide = hi + 1 - lo;
  if (wide == 1)
    value = lo;
  else
    value = lo + modulo(index - lo, wide);
  return value;
}

static void spread(int nx, int ny, const double *u, double *v) {
  int i, j, im, ip, jm, jp;
  for (j = 0; j < ny; j++) {
    for (i = 0; i < nx; i++) {
      im = wrapped(i - 1, 0, nx - 1);
      ip = wrapped(i + 1, 0, nx - 1);
      jm = around(j - 1, 0, ny - 1);
      jp = around(j + 1, 0, ny - 1);
      v[i + j * nx] = 0.25 * (u[im + j * nx] + u[ip + j * nx] + u[i + jm * nx] + u[i + jp * nx]);
    }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double *u = array(nx * ny, sizeof(double)), *v = array(nx * ny, sizeof(double));
  fill_double(u, nx * ny, 1);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    spread(nx, ny, u, v);
    double *w = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof(double), nx * ny);

  static int spin[kRows][kColumns], sum[kRows][kColumns];
  fill_int(*spin, kRows * kColumns, 3, 0, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < kRows; i++) {
      const int up = around(i - 1, 0, kRows - 1), down = around(i + 1, 0, kRows - 1);
      for (int j = 0; j < kColumns; j++)
        sum[i][j] = spin[up][j] + spin[down][j] + spin[i][wrapped(j - 1, 0, kColumns - 1)] +
                    spin[i][wrapped(j + 1, 0, kColumns - 1)];
    }
    for (int i = 0; i < kRows; i++)
      for (int j = 0; j < kColumns; j++)
        spin[i][j] = sum[i][j] > 2 || (sum[i][j] == 2 && spin[i][j]);
  }
  dump("spin", spin, sizeof(int), kRows * kColumns);
  return 0;
}
