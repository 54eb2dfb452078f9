// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A macro's value is made of an element of a constant table, which is no constant to every compiler.
// READING
// RUN-ARGS: 23 19 @
// RUN-ARGS: 5 5 @
#include "dump.h"

#define R(x) ((float)(x))

static void smooth(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  static const float w[] = {R(-5.0 / 8), R(1.0 / 4), R(-1.0 / 32)};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++) {
        float sum = R(2) * w[0] * a[j][i];
        for (int r = 1; r <= (int)(sizeof w / sizeof w[0]) - 1; r++)
          sum += w[r] * (a[j][i - r] + a[j][i + r] + a[j - r][i] + a[j + r][i]);
        b[j][i] = R(0.5) * (a[j][i] + sum);
      }
    float(*c)[nx] = a;
    a = b;
    b = c;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *from = array(cells, sizeof *from), *to = array(cells, sizeof *to);
  fill_float(from, cells, 3);
  fill_float(to, cells, 4);
  smooth(nx, ny, steps, (float(*)[nx])from, (float(*)[nx])to);
  dump("from", from, sizeof *from, cells);
  dump("to", to, sizeof *to, cells);
  return 0;
}
