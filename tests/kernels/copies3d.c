// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays of three axes that are copied by the C library: their lengths in any order, their subscripts in two ways.
// RANK: 3
// RUN-ARGS: 17 11 9 @
// RUN-ARGS: 4 3 3 @
// TINY-ARGS: 3 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9), steps = arg(argc, argv, 4, 7);
  const size_t cells = (size_t)nx * ny * nz;
  float *a = array(nx * ny * nz, sizeof(float)), *b = array(nx * ny * nz, sizeof(float));
  fill_float(a, nx * ny * nz, 1);
  fill_float(b, nx * ny * nz, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          b[(k * ny + j) * nx + i] = 0.25f * (a[(k * ny + j) * nx + i - 1] + a[nx * (ny * k + j + 1) + i] + a[((k - 1) * ny + j) * nx + i]);
    memcpy(a, b, sizeof(float) * nx * ny * nz);
  }
  dump("a", a, sizeof(float), nx * ny * nz);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          b[k * nx * ny + j * nx + i] = 0.25f * (a[k * nx * ny + j * nx + i + 1] + a[k * nx * ny + (j + 1) * nx + i] + a[(k + 1) * nx * ny + j * nx + i]);
    memcpy(a, b, cells * sizeof *a);
  }
  dump("a", a, sizeof(float), nx * ny * nz);
  return 0;
}
