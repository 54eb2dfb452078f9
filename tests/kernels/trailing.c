// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that choose a step's arrays and follow one another: prev = cur; cur = next; next = (next + 1) % 3, in the order
// in which people write it, one that each step sets first, and a local that holds what another was.
// READING
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static float u[3][50], w[4][50];

// Long: one region for each spelling.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *table[2] = {array(n, sizeof(float)), array(n, sizeof(float))};
  fill_float(u[0], 150, 3);
  fill_float(w[0], 200, 4);
  for (int k = 0; k < 2; k++)
    fill_float(table[k], n, 5 + k);

  int prev = 2, cur = 0, next = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[next][i] = 1.2f * u[cur][i] - 0.5f * u[prev][i] + 0.1f * (u[cur][i - 1] + u[cur][i + 1]);
    prev = cur;
    cur = next;
    next = (next + 1) % 3;
  }
  DUMP(prev);
  DUMP(cur);
  DUMP(next);

  next = (cur + 1) % 3;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[next][i] = 0.9f * u[cur][i] - 0.4f * u[prev][i] + 0.1f * (u[prev][i - 1] + u[cur][i + 1]);
    prev = cur;
    cur = next;
    next = (cur + 1) % 3;
  }
  DUMP(prev);
  DUMP(cur);
  DUMP(next);

  int from = 3, to;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    to = (from + 3) % 4;
    for (int i = 1; i < n - 1; i++)
      w[to][i] = 0.5f * w[from][i] + 0.25f * (w[from][i - 1] + w[(from + 1) % 4][i + 1]);
    from = to;
  }
  DUMP(from);

  int a = 0, b = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int was = a;
    for (int i = 1; i < n - 1; i++)
      table[b][i] = 0.5f * table[a][i] + 0.25f * (table[was][i - 1] + table[a][i + 1]);
    a = b;
    b = was;
  }
  DUMP(a);
  DUMP(b);

  dump("u", u, sizeof(float), 150);
  dump("w", w, sizeof(float), 200);
  for (int k = 0; k < 2; k++)
    dump("table", table[k], sizeof(float), n);
  return 0;
}
