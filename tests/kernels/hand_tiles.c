// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that the program cut into tiles: ends by a macro, by `if`, in functions, left to a condition; tiles by number;
// sizes that divide nothing, or that the call has to ask for.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @ 5 4
// RUN-ARGS: 14 10 @ 64 1
// TINY-ARGS: 2 2 @ 5 4
// TINY-ARGS: 9 8 @ 5 0
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int least(int a, int b) { return a < b ? a : b; }

static void smooth(int nx, int ny, int bx, int by, double (*u)[nx], double (*v)[nx]) {
  for (int jj = 1; jj < ny - 1; jj += by)
    for (int ii = 1; ii < nx - 1; ii += bx) {
      int je = jj + by, ie = ii + bx;
      if (je > ny - 1)
        je = ny - 1;
      if (nx - 1 < ie)
        ie = nx - 1;
      for (int j = jj; j < je; j++)
        for (int i = ii; i < ie; i++)
          v[j][i] = 0.2 * (u[j][i] + u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    }
}

static void copy(int nx, int ny, int bx, int by, double (*from)[nx], double (*to)[nx]) {
  const int tiles = (ny + by - 1) / by;
  for (int t = 0; t < tiles; t++)
    for (int j = t * by; j < least((t + 1) * by, ny); j++)
      for (int i = 0; i < nx; i += bx)
        for (int x = i; x <= (i + bx - 1 < nx - 1 ? i + bx - 1 : nx - 1); x++)
          if (ny > 0)
            to[j][x] = from[j][x];
}

// Numbered tiles whose ends are cut off by `if`, from where they begin.
static void numbered(int nx, int ny, int bx, int by, double (*from)[nx], double (*to)[nx]) {
  const int columns = (nx + bx - 1) / bx;
  int hi;
  for (int k = 0; k < (ny - 2 + by - 1) / by; k++) {
    int jlo = 1 + k * by, jhi = jlo + by;
    if (jhi > ny - 1)
      jhi = ny - 1;
    for (int m = 0; m < columns; m++) {
      int lo = m * bx;
      hi = lo + bx - 1;
      if (lo < 1)
        lo = 1;
      if (hi > nx - 2)
        hi = nx - 2;
      for (int j = jlo; j < jhi; j++)
        for (int i = lo; i <= hi; i++)
          to[j][i] = 0.3 * (from[j][i - 1] + from[j - 1][i] + from[j + 1][i + 1]);
    }
  }
  copy(nx, ny, bx, by, to, from);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  int bx = arg(argc, argv, 4, 5), by = arg(argc, argv, 5, 4), ii, jj, i, j, je;
  if (by < 1)
    by = steps = 0; // and no step looks at it
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double)), most = 0;
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);
  long above = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    most = 0;
    for (jj = 0; jj < ny; jj += by)
      for (ii = 0; ii < nx; ii += bx) {
        je = MIN(jj + by, ny - 1);
        for (j = jj > 1 ? jj : 1; j < je; j++)
          for (i = ii > 1 ? ii : 1; i < MIN(ii + bx, nx - 1); i++) {
            v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
            double d = v[j][i] - u[j][i];
            d = d < 0 ? -d : d;
            if (v[j][i] > 0)
              above++;
          }
      }
    for (jj = 1; jj < ny - 1; jj += by)
      for (j = jj; j < jj + by && j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++)
          if (v[j][i] > most)
            most = v[j][i];
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  DUMP(most);
  DUMP(above);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(nx, ny, bx, by, u, v);
    copy(nx, ny, bx, by, v, u);
    numbered(nx, ny, bx, by, u, v);
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (jj = 0; jj < ny - 1; jj += 4)
      for (ii = 0; ii < nx - 1; ii += 4)
        for (j = jj + 1; j <= jj + 4; ++j)
          for (i = ii + 1; i < ii + 5; ++i)
            if (i < nx - 1 && j < ny - 1)
              v[j][i] = u[j][i] + 0.125 * (u[j + 1][i + 1] - u[j - 1][i - 1]);
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof(double), nx * ny);
  dump("v", v, sizeof(double), nx * ny);
  return 0;
}
