// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lattices whose rows are shifted in turn: tables say by the row's parity where the neighbours are, also in a flat
// array and inside of its edges alone, and others by the parity of a cell and of the step.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 5 @
#include "dump.h"

static const int dx[2][6] = {{1, 0, -1, -1, -1, 0}, {1, 1, 0, -1, 0, 1}}, dy[6] = {0, -1, -1, 0, 1, 1};
static const int after[2] = {0, 1};

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  int(*gas)[nx] = array(size, sizeof(int)), (*hit)[nx] = array(size, sizeof(int));
  double *u = array(size, sizeof *u), *v = array(size, sizeof *v);
  fill_int(&gas[0][0], size, 5, 0, 63);
  fill_double(u, size, 6);
  int(*alive)[nx] = array(size, sizeof(int)), (*born)[nx] = array(size, sizeof(int));
  fill_int(&alive[0][0], size, 7, 0, 1);
  static const signed char weight[2] = {3, 5};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int c = gas[y][x];
        hit[y][x] = c == 9 ? 18 : c == 18 ? 36 : c == 36 ? 9 : c == 21 ? 42 : c == 42 ? 21 : c;
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int n = 0;
        for (int k = 0; k < 6; k++) {
          int o = (k + 3) % 6;
          n |= hit[y + dy[o]][x + dx[y & 1][o]] & (1 << k);
        }
        gas[y][x] = n;
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double sum = 0;
        for (int k = 0; k < 6; k++)
          sum += u[(y + dy[k]) * nx + x + dx[y % 2][k]];
        v[y * nx + x] = (sum + weight[(x + after[t & 1]) & 1] * u[y * nx + x]) * 0.0625;
      }
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int n = 0;
        for (int k = 0; k < 6; k++) {
          int at = x + dx[y % 2][k], row = y + dy[k];
          if (at >= 0 && at < nx && row >= 0 && row < ny)
            n += alive[row][at];
        }
        born[y][x] = n == 2 || (alive[y][x] && n < 4);
      }
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        alive[y][x] = born[y][x];
    double *w = u;
    u = v;
    v = w;
  }
  dump("gas", gas, sizeof(int), size);
  dump("alive", alive, sizeof(int), size);
  dump("u", u, sizeof *u, size);
  return 0;
}
