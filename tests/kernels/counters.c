// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that count round a cycle by a test, and one that moves on in some steps only.
// NO-DIAMOND
// RANK: 2
// SWEEP-ONLY
// RUN-ARGS: 23 18 @
// RUN-ARGS: 4 3 @
// STEPS: 0 1 11
#include "dump.h"

#define NY 18
#define NX 23
static float u[3][NY][NX];
static double normal[4][NY][NX];

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, NX), ny = arg(argc, argv, 2, NY), steps = arg(argc, argv, 3, 11);
  fill_float(&u[0][0][0], 3 * NY * NX, 95);
  fill_double(&normal[0][0][0], 4 * NY * NX, 96);
  int now = 0, day = 2, season = 1;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    int next = now + 1;
    if (next == 3)
      next = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[next][j][i] = u[now][j][i] + 0.1f * (u[now][j][i - 1] + u[now][j][i + 1] - 2 * u[now][j][i]) +
                        0.01f * (float)normal[season][j][i] + 0.002f * day;
    if (++now > 2)
      now = 0;
    if (t % 3 == 1) {
      season++;
      if (season >= 4)
        season -= 4;
    }
    day++;
    if (day == 5)
      day = 0;
  }
  dump("u", u, sizeof(float), 3 * NY * NX);
  dump("now", &now, sizeof now, 1);
  dump("day", &day, sizeof day, 1);
  dump("season", &season, sizeof season, 1);
  return 0;
}
