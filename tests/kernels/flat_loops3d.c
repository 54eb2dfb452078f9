// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all cells of a flat array of three axes: places by quotients and remainders in a function, and with the
// rest in a variable, in one step with a clamped neighbour.
// READING
// RANK: 3
// RUN-ARGS: 21 10 12 @
// RUN-ARGS: 6 5 4 @
// TINY-ARGS: 2 2 2 @
#include "dump.h"

static void spread(int nx, int ny, int nz, const float *in, float *out) {
  for (int idx = 0; idx < nx * ny * nz; idx++) {
    const int x = idx % nx, y = (idx / nx) % ny, z = idx / (nx * ny);
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
      out[idx] = 0.1f * (in[idx - 1] + in[idx + 1] + in[idx - nx] + in[idx + nx]) +
                 0.2f * (in[idx - nx * ny] + in[idx + nx * ny]);
    else
      out[idx] = in[idx];
  }
}

static void run(int nx, int ny, int nz, float *a, float *b, int steps) {
  const int cells = nx * ny * nz;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    spread(nx, ny, nz, a, b);
    for (int n = 0; n < cells; n++) {
      int z = n / (nx * ny), rest = n % (nx * ny);
      int y = rest / nx;
      int x = rest - y * nx;
      a[n] = b[(z * ny + y) * nx + (x + 1 < nx ? x + 1 : x)] - 0.125f * b[n];
    }
  }
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 10), nz = arg(argc, argv, 3, 12),
            steps = arg(argc, argv, 4, 7);
  const size_t cells = (size_t)(nx * ny * nz);
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float));
  fill_float(a, cells, 1);
  fill_float(b, cells, 2);
  run(nx, ny, nz, a, b, steps);
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  return 0;
}
