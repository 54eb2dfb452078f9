// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours up to a radius that is a parameter, in a subscript that a condition selects. Records in some steps, of what
// loops collect.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 31 19 @
// STEPS: 0 1 13
// HOST: every 4 from 0
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 13);
  int r = steps % 3 + 1, records = 0;
  size_t size = (size_t)nx * ny;
  float *u = array(size, sizeof *u), *v = array(size, sizeof *v), mass[8] = {0};
  fill_float(u, size, 61);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        float sum = 0;
        for (int k = -r; k <= r; k++) {
          int e = i + k < 0 ? 0 : i + k >= nx ? nx - 1 : i + k;
          sum += u[j * nx + e];
        }
        v[j * nx + i] = 0.25f * sum + u[j * nx + (i - 1 < 0 ? 0 : i - 1)];
      }
    float *w = u;
    u = v;
    v = w;
    if (t % 4 == 0) {
      float total = 0;
      for (int n = 0; n < nx * ny; n++)
        total += u[n];
      mass[records++] = total;
    }
  }
  dump("u", u, sizeof *u, size);
  dump("mass", mass, sizeof *mass, 8);
  DUMP(records);
  return 0;
}
