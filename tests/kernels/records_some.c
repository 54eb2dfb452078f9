// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace that is kept every few steps only: several steps are made at once between them.
// READING
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
// STEPS: 0 1 2 13
// HOST: every 3 from 1
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 13);
  float(*u)[nx] = array((size_t)nx * ny, sizeof(float)), (*v)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*rec)[2] = array(steps / 3 + 1, sizeof *rec);
  fill_float(&u[0][0], (size_t)nx * ny, 33);
  fill_float(&v[0][0], (size_t)nx * ny, 34);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    float(*spare)[nx] = u;
    u = v;
    v = spare;
    if (t % 3 == 1) {
      rec[t / 3][0] = u[ny / 2][nx / 2]; // of either array, as the step is
      rec[t / 3][1] = u[2][3];
    }
  }

  dump("u", u, sizeof(float), (size_t)nx * ny);
  dump("v", v, sizeof(float), (size_t)nx * ny);
  dump("rec", rec, sizeof(float), 2 * ((size_t)steps / 3 + 1));
  return 0;
}
