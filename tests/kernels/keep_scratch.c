// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that one region has no more use for, and the next one fills: it is kept on the device in between, and what the
// last one leaves comes home.
// NO-DIAMOND
// RANK: 2
// DEPTHS: 1
// REGION: @
// REGION: 1
// RUN-ARGS: 33 20 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 20), steps = arg(argc, argv, 3, 4);
  size_t cells = (size_t)nx * ny;
  float (*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 111);
  fill_float(&v[0][0], cells, 112);

#pragma stencil keep(u, v)
  {
#pragma stencil scratch(v)
    for (int t = 0; t < steps; t++) {
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          u[j][i] = v[j][i];
    }
#pragma stencil
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = u[j][i] - u[j][i - 1];
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
