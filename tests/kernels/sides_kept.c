// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A side of a staggered box that lets waves out: it keeps its neighbour plane's old values in an array of two axes. The
// box is flat and the plane is a parameter: both stores of a nest are a number of rows apart that is no constant.
// NO-DIAMOND
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 9 13 6 @
// RUN-ARGS: 4 5 3 @
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  int nx, ny;
  double *u;
} Box;

#define U(k, j, i) box->u[((k) * (box->ny - 1) + (j)) * box->nx + (i)]
#define OLD(j, i) old[(j) * box->nx + (i)]

static void low(Box *box, double *old, int side, int steps, double c) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < box->ny - 1; j++)
      for (int i = 0; i < box->nx; i++) {
        U(side, j, i) = OLD(j, i) + c * (U(side + 1, j, i) - U(side, j, i));
        OLD(j, i) = U(side + 1, j, i);
      }
}

static void high(Box *box, double *old, int side, int steps, double c) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < box->ny - 1; j++)
      for (int i = 1; i < box->nx - 1; i++) {
        double inside = U(side - 1, j, i) + 0.125 * (U(side - 1, j - 1, i) + U(side - 1, j, i + 1));
        U(side, j, i) = OLD(j, i) + c * (inside - U(side, j, i));
        OLD(j, i) = inside;
      }
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 9), ny = arg(argc, argv, 2, 13), nz = arg(argc, argv, 3, 6);
  const int steps = arg(argc, argv, 4, 7);
  const size_t plane = (size_t)nx * (ny - 1), cells = plane * nz;
  Box box = {nx, ny, array(cells, sizeof(double))};
  double *first = array(plane, sizeof(double)), *last = array(plane, sizeof(double));
  fill_double(box.u, cells, 31);
  fill_double(first, plane, 41);
  fill_double(last, plane, 43);

  low(&box, first, 0, steps, 0.25);
  high(&box, last, nz - 1, steps, 0.375);

  dump("u", box.u, sizeof(double), cells);
  dump("first", first, sizeof(double), plane);
  dump("last", last, sizeof(double), plane);
  return 0;
}
