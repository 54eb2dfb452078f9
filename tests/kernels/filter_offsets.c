// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filters whose taps lie around a cell by a constant or a variable, and skip what lies beyond the edges of the image.
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// READING
// RUN-ARGS: 37 23 @ 5 2
// RUN-ARGS: 37 23 @ 2 5
// RUN-ARGS: 5 4 @ 6 1
#include "dump.h"

const int width = 5;
static const short half = 5 / 2;
static double taps[9] = {1, 3, 4, 3, 1, 2, 5, 2, 1};

// Constants of the file and of the function.
static void along(int nx, int ny, const double *in, double *out) {
  const int middle = width / 2, last = 2 * half;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double sum = 0;
      for (int k = 0; k < width; k++) {
        const int at = x - middle + k;
        if (at < 0 || at >= nx)
          continue;
        sum += taps[k] * in[y * nx + at];
      }
      out[y * nx + x] = sum / (taps[0] + last);
    }
}

static void across(int nx, int ny, const double *in, double *out) {
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double sum = 0;
      for (int k = -half; k <= half; k++) {
        int at = y + k;
        if (at >= 0 && at < ny)
          sum += taps[k + half] * in[at * nx + x];
      }
      out[y * nx + x] = sum / 12;
    }
}

// A distance that the call knows, in two words, and twice the distance.
static void around(int nx, int ny, int taken, int away, const double *in, double *out) {
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double sum = 0;
      for (int k = 0; k < taken; k++) {
        long at = x - taken / 2 + k;
        if (at < 0 || at >= nx)
          continue;
        sum += taps[k] * in[y * nx + at];
      }
      int left = x - 2 * away, below = y + away;
      if (!(left < 0))
        sum += in[y * nx + left];
      if (below < ny && below >= 0)
        sum -= 0.5 * in[below * nx + x];
      out[y * nx + x] = sum;
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  int taken = arg(argc, argv, 4, 5), away = arg(argc, argv, 5, 2);
  size_t cells = (size_t)nx * ny;
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  fill_double(u, cells, 51);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    along(nx, ny, u, v);
    across(nx, ny, v, u);
    around(nx, ny, taken, away, u, v);
    around(nx, ny, 3 + taken, away - 1, v, u);
  }
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
