// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours that are exchanged where they stand in the wrong order, until a step finds none. Exchanges are counted.
// NO-DIAMOND
// COUNTS-STEPS
// RUN-ARGS: 19 26 @
// RUN-ARGS: 4 5 @
#include "dump.h"

static int sort(int ny, int nx, int steps, double *a, int *total) {
  int i, j, p, exchanged;
  double held;
#pragma stencil
  for (p = 0; p < steps; p++) {
    exchanged = 0;
    for (j = 0; j < ny; j++)
      for (i = 1; i < nx; i += 2)
        if (a[j * nx + i - 1] > a[j * nx + i]) {
          held = a[j * nx + i - 1];
          a[j * nx + i - 1] = a[j * nx + i];
          a[j * nx + i] = held;
          exchanged++;
        }
    for (j = 0; j < ny; j++)
      for (i = 1; i < nx - 1; i += 2)
        if (a[j * nx + i] > a[j * nx + i + 1]) {
          held = a[j * nx + i + 1];
          a[j * nx + i + 1] = a[j * nx + i];
          a[j * nx + i] = held;
          exchanged++;
        }
    *total += exchanged;
    if (!exchanged)
      break;
  }
  return p;
}

int main(int argc, char **argv) {
  const int ny = arg(argc, argv, 1, 19), nx = arg(argc, argv, 2, 26), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof(double));
  fill_double(a, cells, 3);

  int total = 0;
  const int ended = sort(ny, nx, steps, a, &total);
  printf("steps %d\n", ended < steps ? ended + 1 : ended);
  DUMP(total);
  dump("a", a, sizeof(double), cells);
  return 0;
}
