// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that select the arrays of a step and whose values the cells read too: the host keeps those.
// READING
// NO-DIAMOND
// RANK: 1
// SWEEP-ONLY
// RUN-ARGS: 45 @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float(*u)[n] = array(3 * (size_t)n, sizeof(float));
  int cur = 1, old = 0, now = 2;
  fill_float(&u[0][0], 3 * (size_t)n, 3);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = cur == 0 ? u[cur][i - 1] : 0.5f * u[cur][i + 1];
    cur = 1 - cur;
  }
  DUMP(cur);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[now][i] = u[old][i - 1] + 0.25f * old;
    int tmp = old;
    old = now;
    now = tmp;
  }
  DUMP(old);
  DUMP(now);
  dump("u", u, sizeof(float), 3 * (size_t)n);
  return 0;
}
