// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that are computed bit by bit: levels by `(t & 1) ^ 1`, `(t ^ 1) & 1`, `~t & 1`, rows and columns by shifts and
// masks. Host code has the step's pointers to the levels.
// READING
// RUN-ARGS: 23 17 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// HOST: every 3 from 2
#include "dump.h"

#define BITS 5
#define SIDE (1 << BITS)
#define MASK (SIDE - 1)
#define PLACE(x, y) ((((y) & MASK) << BITS) | ((x) & MASK))
static unsigned short ring[SIDE * SIDE], next[SIDE * SIDE];

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7), x, y;
  float (*u)[n][m] = array(2 * n, m * sizeof(float)), (*from)[m], (*to)[m];
  fill_float(&u[0][0][0], 2 * n * m, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    from = u[t & 1];
    to = u[(t & 1) ^ 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i][j] = 0.3f * from[i][j] + 0.2f * (from[i - 1][j] + from[i][j + 1]);
    if (t % 3 == 2)
      printf("%d %.9g\n", t, to[1][1]);
  }
  dump("u", u, sizeof(float), 2 * n * m);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int now = t & 1, then = now ^ 1;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[then][i][j] = 0.3f * u[now][i][j] + 0.2f * (u[(t ^ 0) & 1][i - 1][j] + u[now][i][j + 1]);
    if (t % 3 == 2)
      printf("%d %.9g\n", t, u[then][1][1]);
  }
  dump("u", u, sizeof(float), 2 * n * m);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[~t & 1][i][j] = 0.3f * u[(t ^ 1 ^ 1) & 1][i][j] + 0.2f * (u[t & 1][i - 1][j] + u[t & 1][i][j + 1]);
    if (t % 3 == 2)
      printf("%d %.9g\n", t, u[~t & 1][1][1]);
  }
  dump("u", u, sizeof(float), 2 * n * m);
  for (y = 0; y < SIDE * SIDE; y++)
    ring[y] = (unsigned short)(y * 977);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (y = 0; y < SIDE; y++)
      for (x = 0; x < SIDE; x++) {
        unsigned sum = ring[PLACE(x - 1, y)] + ring[PLACE(x + 1, y)] + ring[PLACE(x, y - 1)] + ring[PLACE(x, y + 1)];
        next[PLACE(x, y)] = (unsigned short)(sum >> 2) + (unsigned)(t == 3);
      }
    for (y = 0; y < SIDE * SIDE; y++)
      ring[y] = next[y];
    if (t % 3 == 2)
      printf("%d %d\n", t, ring[PLACE(3, 4)]);
  }
  dump("ring", ring, sizeof(unsigned short), SIDE * SIDE);
  return 0;
}
