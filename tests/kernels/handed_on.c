// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose cells make a number from what the cell before left, between the nests of a step: a generator's state in
// the loops, running sums along a row, and one in some steps only.
// NO-DIAMOND
// SWEEP-ONLY
// RUN-ARGS: 37 29 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  double *u = array(size, sizeof *u), *v = array(size, sizeof *v), *drawn = array(size, sizeof *drawn);
  double *total = array(nx, sizeof *total);
  fill_double(u, size, 1);
  fill_double(v, size, 2);
  unsigned state = 7;
  int hits = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        state = state * 1664525u + 1013904223u;
        drawn[j * nx + i] = (state >> 8) / 16777216.0;
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]) +
                        0.01 * drawn[j * nx + i];
    double sum = 0;
    for (int i = 0; i < nx; i++) {
      sum += v[nx + i];
      total[i] = sum;
    }
    if (t % 3 == 1)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          state ^= state << 13;
          state ^= state >> 17;
          if (state % 16 == 0) {
            v[j * nx + i] += 0.5;
            hits++;
          }
        }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j * nx + i] = v[j * nx + i] - 0.001 * total[i];
  }
  printf("%u %d\n", state, hits);
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  dump("total", total, sizeof *total, nx);
  return 0;
}
