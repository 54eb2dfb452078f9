// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all cells of a flat array, with rows and columns by quotients and remainders: tests of rows and columns
// around a cell, wrapped neighbours, variables that are declared before the loops, and a length that is no product.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// RUN-ARGS: 300 5 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void in_plane(int w, int h, int steps, double *u, double *v) {
  int i, x, y, n = w * h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 0; i < n; i++) {
      y = i / w;
      x = i - y * w;
      if (x == 0 || i < w || x == w - 1 || i >= n - w)
        continue;
      v[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w]);
    }
    for (i = 0; i < n; i++)
      u[i] = v[i];
  }
}

static void game(size_t cells, size_t w, int steps, unsigned char *now, unsigned char *next) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (size_t c = 0; c < cells; ++c) {
      const size_t column = c % w;
      int alive = 0;
      if (column > 0)
        alive += now[c - 1];
      if (column + 1 < w)
        alive += now[c + 1];
      if (c >= w)
        alive += now[c - w];
      if (c < cells - w)
        alive += now[c + w];
      next[c] = alive == 2 || (alive == 1 && now[c]);
    }
    unsigned char *const old = now;
    now = next;
    next = old;
  }
}

// An int beside unsigned numbers: differences wrap in the first rows. A narrow column, and a remainder of no row.
static void mixed(int w, int h, int steps, double *u, double *v) {
  const size_t n = (size_t)w * h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; (size_t)k < n; k++) {
      const int x = k % w;
      const unsigned char low = (unsigned char)(k % w);
      double s = u[k] * 0.5 + low - k % (x + 2);
      if ((size_t)k - (size_t)w < n)
        s += x;
      if ((size_t)k >= n - 3 * (size_t)w)
        s -= 0.25;
      v[k] = s;
    }
    double *other = u;
    u = v;
    v = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)(w * h);
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  unsigned char *now = array(cells, 1), *next = array(cells, 1);
  fill_double(u, cells, 1);
  fill_double(v, cells, 2);
  for (size_t n = 0; n < cells; n++)
    now[n] = u[n] > 0.3;
  in_plane(w, h, steps, u, v);
  game(cells, (size_t)w, steps, now, next);
  mixed(w, h, steps, u, v);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  dump("now", now, 1, cells);
  dump("next", next, 1, cells);
  return 0;
}
