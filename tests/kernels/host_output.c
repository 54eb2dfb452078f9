// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output every few steps, behind the swap: arrays by name and in a function, the time, scalars of the step, one from a function, a counter.
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 5 4 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 1 2 @
// STEPS: 0 1 2 13
// HOST: every 3 from 1
#include "dump.h"

static float level; // set in each step

static float hundredth(int t) { return 0.01f * t; }

static double total(int nx, int ny, float (*u)[nx]) {
  double sum = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      sum += u[j][i];
  printf("of %d cells, level %a\n", nx * ny, level);
  return sum;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 13);
  size_t cells = (size_t)nx * ny;
  float (*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 61);
  fill_float(&v[0][0], cells, 62);
  int frames = 0, i;
  double last = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    float heat = hundredth(t) * 2, half = heat * 0.5f;
    level = 0.02f * t;
    for (int j = 1; j < ny - 1; j++)
      for (int x = 1; x < nx - 1; x++)
        v[j][x] = 0.25f * (u[j][x - 1] + u[j][x + 1] + u[j - 1][x] + u[j + 1][x]) + half;
    float (*w)[nx] = u;
    u = v;
    v = w;
    if (t % 3 == 1) {
      for (i = 0; i < nx; i += 2)
        printf(" %a", u[ny / 2][i]);
      printf("\nstep %d: heat %a and %a, before %a\n", t, heat, half, v[ny / 2][nx / 2]);
      last = total(nx, ny, u) - last;
      frames++;
    }
  }

  DUMP(frames);
  DUMP(last);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
