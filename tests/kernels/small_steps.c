// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ways in which steps are counted and levels chosen: in the loop's head behind the counter, by a function, by the step's parity
// in a variable from outside, by its negation, by a counter under an `if`, in a loop without a test of its own.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @ + 1
#include "dump.h"

static float u[3][50];

static int after(int k) { return (k + 1) % 3; }

// Long: one region for each way.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  int cur = 0, next = 1, level = 2, from = -5, odd = 0, last = -6;
  fill_float(u[0], 150, 3);

#pragma stencil
  for (int t = 0; t < steps; t++, cur = next, next = (next + 1) % 3)
    for (int i = 1; i < n - 1; i++)
      u[next][i] = 0.5f * (u[cur][i - 1] + u[cur][i + 1]);
  DUMP(cur);
  DUMP(next);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    int to = after(level);
    for (int i = 1; i < n - 1; i++)
      u[to][i] = 0.5f * (u[level][i - 1] + u[level][i + 1]);
    level = to;
    if (t % 2 == 1)
      odd++;
  }
  DUMP(level);
  DUMP(odd);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    from = t % 2;
    int to = !from;
    for (int i = 1; i < n - 1; i++)
      u[to][i] = 0.25f * (u[from][i - 1] + u[from][i + 1]) + u[from][i];
  }
  DUMP(from);

#pragma stencil
  for (int t = 0;; t++) {
    if (t >= steps)
      break;
    for (int i = 1; i < n - 1; i++)
      u[1][i] = 0.5f * (u[0][i - 1] + u[0][i + 1]);
    for (int i = 1; i < n - 1; i++)
      u[0][i] = u[1][i];
    last = t;
  }
  DUMP(last);
  dump("u", u, sizeof(float), 150);
  return 0;
}
