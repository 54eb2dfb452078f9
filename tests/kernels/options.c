// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of a run that choose nests: arms of one head and of several, chains, tests in tests, in functions that
// return early,
// over members and the step; with variables, maxima and exchanges of pointers in the arms. An arm that looks at the
// arrays as lines, which are longer than their rows where the arm isn't taken.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @ 0
// RUN-ARGS: 12 9 @ 1
// RUN-ARGS: 12 9 @ 2
// RUN-ARGS: 9 12 @ 3
// TINY-ARGS: 3 3 @ 1
// WHOLE: elements at any distance along the slowest axis are read
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#include <math.h>

struct options {
  int kind, periodic, every;
  double source;
};

static void scheme(int h, int w, double (*u)[w], double (*v)[w], int option, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (option == 1)
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.25 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
    else
      for (int j = 1; j < h - 1; j++)
        for (int i = 1; i < w - 1; i++)
          v[j][i] = u[j][i] + 0.125 * (u[j][i - 1] - 2 * u[j][i] + u[j][i + 1]);
    if (option & 2) {
      double left = 0.5, right = left * t;
      for (int y = 0; y < h; y++)
        v[y][0] = left;
      for (int y = 0; y < h; y++)
        v[y][w - 1] = right + v[y][w - 2];
    } else if (option == 1) {
      for (int y = 0; y < h; y++)
        v[y][0] = v[y][w - 2];
      if (t % 3 != 1)
        for (int y = 0; y < h; y++)
          v[y][w - 1] = v[y][1];
    }
    double(*s)[w] = u;
    u = v;
    v = s;
  }
}

static void edges(int h, int w, double (*v)[w], const struct options *o) {
  int x;
  if (o->kind == 0)
    return;
  if (o->periodic) {
    for (x = 0; x < w; x++) {
      v[0][x] = v[h - 2][x];
      v[h - 1][x] = v[1][x];
    }
    return;
  }
  for (x = 0; x < w; x++)
    v[0][x] = o->source;
}

static double by_members(int h, int w, double (*u)[w], double (*v)[w], const struct options *o, int steps) {
  double err = 0, weight = 0.25;
  int falls = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t == o->every) {
      weight = 0.125;
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = weight * (u[y][x - 1] + u[y][x + 1]);
    } else {
      weight = 0.25;
      for (int y = 2; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.5 * u[y][x] + weight * (u[y - 1][x] + u[y + 1][x]);
    }
    edges(h, w, v, o);
    if (o->every) {
      err = 0;
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
          err = fmax(err, fabs(v[y][x] - u[y][x]));
          v[y][x] *= 0.875;
        }
      if (err < 0.4)
        falls++;
    }
    double(*s)[w] = u;
    u = v;
    v = s;
  }
  return err + falls + weight;
}

static void exchanged(int h, int w, double (*u)[w], double (*v)[w], int option, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (option > 1) {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.5 * (u[y][x - 1] + u[y][x + 1]);
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] += 0.25 * u[y - 1][x];
      double(*s)[w] = u;
      u = v;
      v = s;
    } else {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y][x] = 0.5 * (u[y - 1][x] + u[y + 1][x]);
      double(*old)[w] = u;
      u = v;
      v = old;
    }
  }
}

struct lines {
  int kind, h, w;
  double *u, *v;
};

static void line_or_plane(const struct lines *g, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (g->kind == 1) {
      for (int y = 0; y < g->h - 1; y++)
        g->v[y] += 0.5 * (g->u[y + 1] - g->u[y]);
      for (int y = 1; y < g->h; y++)
        g->u[y] -= 0.25 * (g->v[y] - g->v[y - 1]);
    } else {
      for (int y = 0; y < g->h - 1; y++)
        for (int x = 0; x < g->w; x++)
          g->v[y * g->w + x] += 0.5 * (g->u[(y + 1) * g->w + x] - g->u[y * g->w + x]);
      for (int y = 1; y < g->h - 1; y++)
        for (int x = 0; x < g->w; x++)
          g->u[y * g->w + x] -= 0.25 * (g->v[y * g->w + x] - g->v[(y - 1) * g->w + x]);
    }
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23);
  int steps = arg(argc, argv, 3, 7), option = arg(argc, argv, 4, 0);
  double(*u)[w] = array((size_t)w * h, sizeof(double)), (*v)[w] = array((size_t)w * h, sizeof(double));
  fill_double(u[0], (size_t)w * h, 5);
  fill_double(v[0], (size_t)w * h, 7);
  scheme(h, w, u, v, option, steps);
  struct options o = {option, option == 2, option + 1, 0.375};
  double value = by_members(h, w, u, v, &o, steps);
  exchanged(h, w, u, v, option, steps);
  line_or_plane(&(struct lines){option, h, w, u[0], v[0]}, steps);
  DUMP(value);
  dump("u", u, sizeof(double), (size_t)w * h);
  dump("v", v, sizeof(double), (size_t)w * h);
  return 0;
}
