// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that are called in every step of a loop outside, in functions, one of them over an edge only: what they work on
// stays where the kernels are, and pointers are exchanged between the calls.
// NO-DIAMOND
// RANK: 2
// DEPTHS: 1
// STEPS: 1
// NO-TIME-LOOP
// REGION: 1, 1, 1, 1, 1
// REGION: 1, 1, 1, 1, 1
// RUN-ARGS: 33 20
// RUN-ARGS: 3 3
#include "dump.h"

static void smooth(int nx, int ny, const float (*from)[nx], float (*to)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      to[j][i] = 0.25f * (from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i]);
}

static void open_edge(int nx, int ny, float (*u)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < 1; i++)
      u[j][i] = u[j][i + 1];
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 20);
  size_t cells = (size_t)nx * ny;
  float (*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 101);
  fill_float(&v[0][0], cells, 102);

#pragma stencil keep(u, v)
  for (int k = 0; k < 5; k++) {
    smooth(nx, ny, (const float (*)[nx])u, v);
    open_edge(nx, ny, v);
    float (*w)[nx] = u;
    u = v;
    v = w;
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
