// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arrays of a step are chosen by integers that change: cur = 1 - cur, !cur, cur ^= 1, (cur + 1) % 3 over components and
// over tables of pointers, two indices that are exchanged, and three that rotate. The integers are read afterwards.
// READING
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static float u[2][50], w[3][50];

static void relax(int n, const float *from, float *to, float c) {
  for (int i = 1; i < n - 1; i++)
    to[i] = c * from[i] + 0.25f * (from[i - 1] + from[i + 1]);
}

static void advance(int n, int from, float (*levels)[50]) {
  int to = !from;
  for (int i = 1; i < n - 1; i++)
    levels[to][i] = 0.5f * levels[from][i - 1] + 0.25f * levels[1 - to][i + 1] - 0.125f * levels[!from][i];
}

// Long: one region for each spelling.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *table[3] = {array(n, sizeof(float)), array(n, sizeof(float)), array(n, sizeof(float))};
  fill_float(u[0], 100, 3);
  fill_float(w[0], 150, 4);
  for (int k = 0; k < 3; k++)
    fill_float(table[k], n, 5 + k);
  int cur = 1, old = 2, now = 0, next = 1, count;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = 0.5f * u[cur][i] + 0.25f * (u[cur][i - 1] + u[cur][i + 1]);
    cur = 1 - cur;
  }
  DUMP(cur);
#pragma stencil
  for (count = 0, cur = 1; count < steps; count++, cur ^= 1)
    relax(n, table[cur], table[!cur], 0.4f);
  DUMP(count);
  DUMP(cur);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int to = (cur + 1) % 3;
    for (int i = 1; i < n - 1; i++)
      w[to][i] = 0.5f * w[cur][i] + 0.25f * (w[(cur + 2) % 3][i - 1] + w[cur][i + 1]);
    cur = to;
  }
  DUMP(cur);
  cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    relax(n, u[now], u[next], 0.3f);
    int tmp = now;
    now = next;
    next = tmp;
  }
  DUMP(now);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      table[next][i] = 2 * table[now][i] - table[old][i] + 0.1f * (table[now][i - 1] + table[now][i + 1]);
    int tmp = old;
    old = now;
    now = next;
    next = tmp;
  }
  DUMP(old);
  DUMP(now);
  DUMP(next);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    relax(n, u[cur], u[!cur], 0.3f);
    cur = cur == 0 ? 1 : 0;
  }
  DUMP(cur);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    advance(n, cur, u);
    cur ^= 1;
  }
  DUMP(cur);

  dump("u", u, sizeof(float), 100);
  dump("w", w, sizeof(float), 150);
  for (int k = 0; k < 3; k++)
    dump("table", table[k], sizeof(float), n);
  return 0;
}
