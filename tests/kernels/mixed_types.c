// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// float, double, int, short and unsigned char together, with the conversions that C makes.
// RANK: 2
// RUN-ARGS: 23 17 @
// RUN-ARGS: 24 9 @
// RUN-ARGS: 3 3 @
#include "dump.h"

static void mix(int nx, int ny, float (*f)[nx], double (*d)[nx], int (*n)[nx], short (*s)[nx], unsigned char (*c)[nx],
                int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        d[j][i] = 0.25 * (f[j][i - 1] + f[j][i + 1]) + 0.125 * d[j][i] + n[j][i - 1] / 64 + 0.001 * s[j + 1][i];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        f[j][i] = 0.5f * f[j][i] + d[j - 1][i] * 0.25f + c[j][i] * 0.001;
        n[j][i] = (int)(100.0 * d[j][i - 1]) + s[j][i + 1] % 7 + (n[j][i] >> 2);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        s[j][i] = (short)(n[j - 1][i] + n[j + 1][i]);
        c[j][i] = (unsigned char)(c[j][i] + n[j][i]);
      }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 17);
  size_t cells = (size_t)nx * ny;
  float(*f)[nx] = array(cells, sizeof(float));
  double(*d)[nx] = array(cells, sizeof(double));
  int(*n)[nx] = array(cells, sizeof(int));
  short(*s)[nx] = array(cells, sizeof(short));
  unsigned char(*c)[nx] = array(cells, 1);
  fill_float(&f[0][0], cells, 36);
  fill_double(&d[0][0], cells, 37);
  fill_int(&n[0][0], cells, 38, -300, 300);
  for (size_t k = 0; k < cells; k++) {
    ((short *)s)[k] = (short)(k * 7919 % 601 - 300);
    ((unsigned char *)c)[k] = (unsigned char)(k * 31);
  }
  mix(nx, ny, f, d, n, s, c, arg(argc, argv, 3, 7));
  dump("f", f, sizeof(float), cells);
  dump("d", d, sizeof(double), cells);
  dump("n", n, sizeof(int), cells);
  dump("s", s, sizeof(short), cells);
  dump("c", c, 1, cells);
  return 0;
}
