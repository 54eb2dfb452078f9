// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns that ask how near an end of their row they are: wrapped and clamped with radius 1 and 2, walls with formulas of their
// own, a quotient that only some columns have, a column in the middle of the row, a domain that begins at 1.
// NO-DIAMOND
// REGION: @
// REGION: @
// WHOLE: elements at any distance
// RANK: 2
// RUN-ARGS: 43 11 @
// RUN-ARGS: 5 4 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 2 3 @
#include "dump.h"

static void fields(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx], double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[j][i] = 0.5f * u[j][i] + 0.2f * (u[j][(i + 1) % nx] - u[(j + 1) % ny][(i + nx - 1) % nx]) + 0.1f * (u[j][(i + 2) % nx] + u[j][i < 2 ? i + nx - 2 : i - 2]);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const int c = j * nx + i, w = i > 1 ? c - 2 : j * nx, e = nx - i > 2 ? c + 2 : j * nx + nx - 1;
        double flux = a[e] - a[w];
        if (i == 0 || i == nx - 1)
          flux = -0.5 * flux;
        else if (i != 20)
          flux += 0.25 * a[c];
        b[c] = 0.5 * a[c] + 0.125 * flux + (i >= j ? 0.0625 : 0.0);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        const int first = i == 1;
        u[j][i] = 0.75f * v[j][i] + (first ? 0.25f * v[j][i + nx - 3] : 0.25f * v[j][i - 1]) * (i == nx - 2 ? 0.5f : 1.0f);
      }
    double *swap = a;
    a = b;
    b = swap;
  }
}

static void integers(int nx, int ny, int steps, int (*k)[nx], int (*m)[nx], unsigned char (*life)[nx], unsigned char (*next)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        m[j][i] = (i != 1 ? k[j][i] / (i - 1) : -k[j][i]) + (0 < i ? k[j][i - 1] : 0) - (i + 1 < nx && j > 0 ? k[j - 1][i + 1] % 7 : t) + !(i < nx - 2);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int n = 0;
        for (int dj = -1; dj <= 1; dj++)
          for (int di = -1; di <= 1; di++)
            n += life[(j + dj + ny) % ny][(i + di + nx) % nx];
        next[j][i] = n == 3 || (n == 4 && life[j][i]);
      }
    int(*old)[nx] = k;
    k = m;
    m = old;
    unsigned char(*before)[nx] = life;
    life = next;
    next = before;
  }
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 43), ny = arg(argc, argv, 2, 11), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  float *u = array(cells, sizeof(float)), *v = array(cells, sizeof(float));
  double *a = array(cells, sizeof(double)), *b = array(cells, sizeof(double));
  int *k = array(cells, sizeof(int)), *m = array(cells, sizeof(int));
  unsigned char *life = array(cells, 1), *next = array(cells, 1);
  fill_float(u, cells, 31);
  fill_double(a, cells, 32);
  fill_int(k, cells, 33, -1000, 1000);
  for (size_t n = 0; n < cells; n++)
    life[n] = k[n] % 3 == 0;
  fields(nx, ny, steps, (float(*)[nx])u, (float(*)[nx])v, a, b);
  integers(nx, ny, steps, (int(*)[nx])k, (int(*)[nx])m, (unsigned char(*)[nx])life, (unsigned char(*)[nx])next);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  dump("k", k, sizeof(int), cells);
  dump("m", m, sizeof(int), cells);
  dump("life", life, 1, cells);
  dump("next", next, 1, cells);
  return 0;
}
