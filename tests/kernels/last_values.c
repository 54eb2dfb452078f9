// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What steps leave in integers that nobody reads in the region: the level before, by its own name or by way of an expression,
// levels that functions advance, and a counter that two nests of a function share.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static float u[2][50], w[3][50], a[50], b[50];

static int flip(int k) { return 1 - k; }

static void give_back(int n) {
  int i;
  for (i = 1; i < n - 1; i++)
    a[i] = b[i];
  for (i = 1; i < n - 1; i++)
    b[i] = 0;
}

// Long: one region for each way.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  fill_float(u[0], 100, 3);
  fill_float(w[0], 150, 4);
  fill_float(a, 50, 5);
  int cur = 0, last = 9, best = 8, prev = 7, next = 1;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int to = 1 - cur;
    for (int i = 1; i < n - 1; i++)
      u[to][i] = 0.5f * (u[cur][i - 1] + u[cur][i + 1]);
    last = cur;
    best = n - to;
    cur = to;
  }
  DUMP(cur);
  DUMP(last);
  DUMP(best);

  cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      w[next][i] = 0.5f * (w[cur][i - 1] + w[cur][i + 1]);
    prev = cur;
    cur = next;
    next = (next + 1) % 3;
  }
  DUMP(prev);
  DUMP(cur);
  DUMP(next);

  cur = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = 0.5f * (u[cur][i - 1] + u[cur][i + 1]);
    cur = flip(cur);
  }
  DUMP(cur);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    give_back(n);
  }

  dump("u", u, sizeof(float), 100);
  dump("w", w, sizeof(float), 150);
  dump("a", a, sizeof(float), 50);
  dump("b", b, sizeof(float), 50);
  return 0;
}
