// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 27-point box, flat pointers with the index written out, long extents.
// RANK: 3
// RUN-ARGS: 14 11 9 @
// RUN-ARGS: 16 5 6 @
// RUN-ARGS: 3 4 3 @
// ENDS-ARGS: 40 36 44 @
#include "dump.h"

static void smooth(float *a, float *b, long nx, long ny, long nz, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (long z = 1; z < nz - 1; z++)
      for (long y = 1; y < ny - 1; y++)
        for (long x = 1; x < nx - 1; x++)
          b[(z * ny + y) * nx + x] =
              0.15f * a[(z * ny + y) * nx + x] +
              0.05f * (a[(z * ny + y) * nx + x - 1] + a[(z * ny + y) * nx + x + 1] + a[(z * ny + y - 1) * nx + x] +
                       a[(z * ny + y + 1) * nx + x] + a[((z - 1) * ny + y) * nx + x] + a[((z + 1) * ny + y) * nx + x]) +
              0.03f * (a[(z * ny + y - 1) * nx + x - 1] + a[(z * ny + y - 1) * nx + x + 1] +
                       a[(z * ny + y + 1) * nx + x - 1] + a[(z * ny + y + 1) * nx + x + 1] +
                       a[((z - 1) * ny + y) * nx + x - 1] + a[((z - 1) * ny + y) * nx + x + 1] +
                       a[((z + 1) * ny + y) * nx + x - 1] + a[((z + 1) * ny + y) * nx + x + 1] +
                       a[((z - 1) * ny + y - 1) * nx + x] + a[((z - 1) * ny + y + 1) * nx + x] +
                       a[((z + 1) * ny + y - 1) * nx + x] + a[((z + 1) * ny + y + 1) * nx + x]) +
              0.01f * (a[((z - 1) * ny + y - 1) * nx + x - 1] + a[((z - 1) * ny + y - 1) * nx + x + 1] +
                       a[((z - 1) * ny + y + 1) * nx + x - 1] + a[((z - 1) * ny + y + 1) * nx + x + 1] +
                       a[((z + 1) * ny + y - 1) * nx + x - 1] + a[((z + 1) * ny + y - 1) * nx + x + 1] +
                       a[((z + 1) * ny + y + 1) * nx + x - 1] + a[((z + 1) * ny + y + 1) * nx + x + 1]);
    float *tmp = b;
    b = a;
    a = tmp;
  }
}

int main(int argc, char **argv) {
  long nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9);
  float *a = array(nx * ny * nz, sizeof *a), *b = array(nx * ny * nz, sizeof *b);
  fill_float(a, nx * ny * nz, 13);
  fill_float(b, nx * ny * nz, 14);
  smooth(a, b, nx, ny, nz, arg(argc, argv, 4, 7));
  dump("a", a, sizeof *a, nx * ny * nz);
  dump("b", b, sizeof *b, nx * ny * nz);
  return 0;
}
