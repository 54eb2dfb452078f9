// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output of the level that an integer of the program's own selects.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
// STEPS: 0 1 2 13
// HOST: every 3 from 1
#include "dump.h"

#define NX 37
#define NY 29
static float u[3][NY][NX];

static void show(int nx, int ny, float (*now)[NX], int t) {
  double sum = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      sum += now[j][i];
  printf("step %d: %a\n", t, sum);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, NX), ny = arg(argc, argv, 2, NY), steps = arg(argc, argv, 3, 13);
  fill_float(&u[0][0][0], 3 * NY * NX, 97);
  int cur = 1;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    int next = (cur + 1) % 3;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[next][j][i] = 0.25f * (u[cur][j][i - 1] + u[cur][j][i + 1] + u[cur][j - 1][i] + u[cur][j + 1][i]);
    if (++cur == 3)
      cur = 0;
    if (t % 3 == 1) {
      show(nx, ny, u[cur], t);
      printf("level %d, next %d\n", cur, next);
    }
  }
  DUMP(cur);
  dump("u", u, sizeof(float), 3 * NY * NX);
  return 0;
}
