// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that count round a cycle by a test, and one that moves on in some steps only.
// Counters that are stepped in a test around nests.
// NO-DIAMOND
// RANK: 2
// SWEEP-ONLY
// RUN-ARGS: 23 18 @
// RUN-ARGS: 4 3 @
// STEPS: 0 1 11
// REGION: @
// REGION: @
#include "dump.h"

#define NY 18
#define NX 23
static float u[3][NY][NX];
static double normal[4][NY][NX];

static int stepped(int nx, int ny, int steps, float (*a)[NX], float (*b)[NX]) {
  int it = 0, since = 0;
  float sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    if (it++ > 0)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          b[j][i] += 0.125f;
    if (++since == 4) {
      sum = 0;
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
          sum += b[j][i];
      since = 0;
    }
    float(*tmp)[NX] = a;
    a = b;
    b = tmp;
  }
  dump("sum", &sum, sizeof sum, 1);
  return it * 10 + since;
}

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
  int counted = stepped(nx, ny, steps, u[0], u[1]);
  dump("counted", &counted, sizeof counted, 1);
  dump("u", u, sizeof(float), 3 * NY * NX);
  dump("now", &now, sizeof now, 1);
  dump("day", &day, sizeof day, 1);
  dump("season", &season, sizeof season, 1);
  return 0;
}
