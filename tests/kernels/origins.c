// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose first element has other numbers than 0, beside maxima and sums; loops that run along both edges; indices
// that are reflected in several ways, also on few cells; rings by a mask.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 5 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"
#include <math.h>

#define IX(i, j) ((i) + (n + 2) * (j))

static void edges(int n, int b, double *x) {
  for (int i = 1; i <= n; i++) {
    x[IX(0, i)] = b == 1 ? -x[IX(1, i)] : x[IX(1, i)];
    x[IX(n + 1, i)] = b == 1 ? -x[IX(n, i)] : x[IX(n, i)];
    x[IX(i, 0)] = b == 2 ? -x[IX(i, 1)] : x[IX(i, 1)];
    x[IX(i, n + 1)] = b == 2 ? -x[IX(i, n)] : x[IX(i, n)];
  }
  x[IX(0, 0)] = 0.5 * (x[IX(1, 0)] + x[IX(0, 1)]);
  x[IX(n + 1, n + 1)] = 0.5 * (x[IX(n, n + 1)] + x[IX(n + 1, n)]);
}

static void relax(int n, int steps, double *x, double *y, const double *f) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++)
        y[IX(i, j)] = 0.25 * (f[IX(i, j)] + x[IX(i - 1, j)] + x[IX(i + 1, j)] + x[IX(i, j - 1)] + x[IX(i, j + 1)]);
    edges(n, 1, y);
    double *swap = x;
    x = y;
    y = swap;
  }
}

static void shifted(int w, int h, int steps, double *u, double *v) {
  int is = 3, ks = 2, ie = is + h - 1, ke = ks + w - 1;
  double worst = 0, sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    worst = 0;
    for (int i = is + 1; i < ie; i++)
      for (int k = ks + 1; k < ke; k++) {
        const int c = (i - is) * w + k - ks;
        v[c] = 0.25 * (u[c - 1] + u[c + 1] + u[c - w] + u[c + w]);
        if (fabs(v[c] - u[c]) > worst)
          worst = fabs(v[c] - u[c]);
        sum += v[c] * v[c];
      }
    for (int i = is + 1; i < ie; i++)
      for (int k = ks + 1; k < ke; k++)
        u[(i - is) * w + k - ks] = v[(i - is) * w + k - ks];
  }
  dump("u", u, sizeof(double), w * h);
  dump("worst", &worst, sizeof worst, 1);
  dump("sum", &sum, sizeof sum, 1);
}

static void reflected(int w, int h, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < h; j++)
      for (int i = 0; i < w; i++) {
        const int im = i >= 1 ? i - 1 : 1 - i, ip = i + 1 < w ? i + 1 : 2 * w - 2 - (i + 1);
        const int jm = j >= 1 ? j - 1 : 1 - j, jp = j + 1 < h ? j + 1 : 2 * h - 2 - (j + 1);
        double near = 0;
        for (int d = -1; d <= 1; d++) {
          int k = i + d;
          if (k < 0)
            k = -k;
          if (k >= w)
            k = 2 * w - 2 - k;
          near += u[j * w + k];
        }
        v[j * w + i] =
            0.125 * (near + u[j * w + im] + u[j * w + ip] + u[jm * w + i] + u[jp * w + i] + u[abs(j - 1) * w + i]);
      }
    double *swap = u;
    u = v;
    v = swap;
  }
  dump("u", u, sizeof(double), w * h);
}

static void fewCells(int steps) {
  static double few[6][5], next[6][5];
  fill_double(&few[0][0], 30, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < 6; j++)
      for (int i = 0; i < 5; i++) {
        const int im = i < 2 ? 2 - i : i - 2, ip = i + 2 < 5 ? i + 2 : 6 - i;
        next[j][i] = 0.5 * (few[j][im] + few[j][ip]);
      }
    for (int j = 0; j < 6; j++)
      for (int i = 0; i < 5; i++)
        few[j][i] = next[j][i];
  }
  dump("few", few, sizeof(double), 30);
}

static void masked(int n, int steps, double *x, double *y) {
  int side = 1;
  while (2 * side <= n)
    side *= 2;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < side; j++)
      for (int i = 0; i < side; i++)
        y[j * side + i] = 0.25 * (x[j * side + ((i + 1) & (side - 1))] + x[j * side + ((i + side - 1) & (side - 1))] +
                                  x[((j + 1) & (side - 1)) * side + i] + x[((j - 1) & (side - 1)) * side + i]);
    double *swap = x;
    x = y;
    y = swap;
  }
  dump("x", x, sizeof(double), side * side);
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double *u = array(w * h, sizeof(double)), *v = array(w * h, sizeof(double));
  fill_double(u, w * h, 1);
  shifted(w, h, steps, u, v);

  int n = w + 3;
  double *x = array((n + 2) * (n + 2), sizeof(double)), *y = array((n + 2) * (n + 2), sizeof(double));
  double *f = array((n + 2) * (n + 2), sizeof(double));
  fill_double(f, (n + 2) * (n + 2), 3);
  relax(n, steps, x, y, f);
  dump("x", x, sizeof(double), (n + 2) * (n + 2));
  dump("y", y, sizeof(double), (n + 2) * (n + 2));

  reflected(w, h, steps, u, v);
  fewCells(steps);
  masked(n, steps, x, y);
  return 0;
}
