// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that the region declares: static and not, const and not, in steps, cells and functions of both, structs,
// values that a step computes, and single constants. Work arrays that are static in a function of the region's.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

enum { NX = 21, NY = 18 };
static double f[5][NY][NX], g[5][NY][NX];

static double dot(const double *w, const double *v) {
  double sum = 0;
  for (int q = 0; q < 5; q++)
    sum += w[q] * v[q];
  return sum;
}

static double rest(int q, double r, double a) {
  static double w[5] = {1. / 3, 1. / 6, 1. / 6, 1. / 6, 1. / 6};
  static const double three = 3;
  static const int c[5] = {0, 1, -1};
  return w[q] * r * (1 + three * c[q] * a);
}

static double around(int dy, int dx) {
  static const double w[3][3] = {{0.05, 0.1, 0.05}, {0.1, 0.4, 0.1}, {0.05, 0.1}};
  return w[dy + 1][dx + 1];
}

static void collide(double now) {
  static const int ex[5] = {0, 1, -1, 0, 0};
  enum { WAYS = 5 };
  int ey[WAYS] = {0, 0, 0, 1, -1}, x, y, q;
  const double one[5] = {1, 1, 1, 1, 1};
  double mixed[3] = {now, 1 - 2 * now, now};
  static const struct {
    int dx, dy;
    double by;
  } side[3] = {{1, 0, 0.1}, {-1, 0, 0.2}, {0, 1, 0}};
  static double row[NX];
  mixed[1] += 0.5 * now;
  for (y = 1; y < NY - 1; y++) {
    for (x = 0; x < NX; x++)
      row[x] = f[0][y - 1][x] + f[0][y + 1][x];
    for (x = 1; x < NX - 1; x++) {
      double in[5], r, u = 0;
      for (q = 0; q < WAYS; q++) {
        in[q] = f[q][y - ey[q]][x - ex[q]];
        u += ex[q] * in[q];
      }
      r = dot(one, in);
      for (q = 0; q < 3; q++)
        u += 1e-3 * side[q].by * f[q][y + side[q].dy][x + side[q].dx] + 1e-3 * mixed[q] * row[x + q - 1];
      for (q = 0; q < 5; q++)
        g[q][y][x] = in[q] + 0.5 * (rest(q, r, 0.1 * u) - in[q]);
    }
  }
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 5), q, x, y, t, dx, dy;
  fill_double(&f[0][0][0], 5 * NX * NY, 41);

#pragma stencil
  for (t = 0; t < steps; t++) {
    static const int way[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    collide(0.1 + 0.01 * t);
    for (y = 1; y < NY - 1; y++)
      for (x = 1; x < NX - 1; x++) {
        double sum = 0;
        for (dy = -1; dy <= 1; dy++)
          for (dx = -1; dx <= 1; dx++)
            sum += around(dy, dx) * g[0][y + dy][x + dx];
        for (q = 0; q < 4; q++)
          sum += 0.01 * g[1][y + way[q][0]][x + way[q][1]];
        f[0][y][x] = sum;
      }
    for (y = 1; y < NY - 1; y++)
      for (x = 1; x < NX - 1; x++)
        for (q = 1; q < 5; q++)
          f[q][y][x] = g[q][y][x];
  }

  dump("f", f, sizeof(double), 5 * NX * NY);
  dump("g", g, sizeof(double), 5 * NX * NY);
  return 0;
}
