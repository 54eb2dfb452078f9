// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests in cells that store what they test, narrowed by the array's type, and the same of a single element.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 21 18 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 5);
  size_t size = (size_t)nx * ny;
  double *a = array(size, sizeof *a), *c = array(size, sizeof *c);
  float *b = array(size, sizeof *b);
  int *n = array(size, sizeof *n), hot = 0;
  fill_double(a, size, 3);
  fill_double(c, size, 4);
  fill_float(b, size, 5);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        const int k = j * nx + i;
        if ((b[k] = (float)(a[k] * 0.7 + 0.1 * (a[k - 1] + a[k + 1]))) > 0.3f)
          c[k] = b[k] - 0.1;
        else if ((n[k] = (int)(10 * a[k])) % 2)
          c[k] += n[k];
        else
          c[k] *= 0.5;
      }
    if ((b[0] = 0.1f * t) > 0.2f)
      c[nx] = 7;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        if ((a[j * nx + i] = 0.8 * c[j * nx + i]) > 0.5)
          hot++;
      }
  }

  dump("a", a, sizeof(double), size);
  dump("b", b, sizeof(float), size);
  dump("c", c, sizeof(double), size);
  dump("n", n, sizeof(int), size);
  dump("hot", &hot, sizeof hot, 1);
  return 0;
}
