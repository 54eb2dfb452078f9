// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One application without a time loop: the length of a gradient, called for each component.
// NO-DIAMOND
// RANK: 2
// DEPTHS: 1
// STEPS: 1
// NO-TIME-LOOP
// REGION: 1, 1, 1
// RUN-ARGS: 33 20
// RUN-ARGS: 3 3
#include "dump.h"

#include <math.h>

static void gradient(int nx, int ny, const double *restrict in, double *restrict out) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      double dx = 0.5 * (in[j * nx + i + 1] - in[j * nx + i - 1]);
      double dy = 0.5 * (in[(j + 1) * nx + i] - in[(j - 1) * nx + i]);
      out[j * nx + i] = sqrt(dx * dx + dy * dy);
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 20);
  size_t cells = (size_t)nx * ny;
  double *in = array(cells, sizeof *in), *out = array(cells, sizeof *out);
  for (int component = 0; component < 3; component++) {
    fill_double(in, cells, 47 + component);
    gradient(nx, ny, in, out);
    dump("out", out, sizeof *out, cells);
  }
  return 0;
}
