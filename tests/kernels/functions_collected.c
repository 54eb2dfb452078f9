// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over values of functions, arrays chosen by an integer, and a break behind the step of either: the counters and
// selectors are right afterwards.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// STEPS: 7
// DEPTHS: 1 2 3
// REGION: 5
// REGION: 5
#include "dump.h"

static float u[2][50];

static float sq(float x) { return x * x; }

static float limited(float x) {
  float bound = 0.01f;
  return x > bound ? sq(bound) : sq(x);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  fill_float(u[0], 100, 3);
  int cur = 1, t = 0, k;
  double gosa = 0;

#pragma stencil
  for (k = 0; k < steps; k++) {
    gosa = 0;
    for (int i = 1; i < n - 1; i++) {
      float v = 0.5f * u[cur][i] + 0.25f * (u[cur][i - 1] + u[cur][i + 1]);
      gosa += sq(v - u[cur][i]);
      u[1 - cur][i] = v;
    }
    cur = 1 - cur;
    if (k == 4)
      break;
  }
  DUMP(cur);
  DUMP(k);
  DUMP(gosa);

#pragma stencil
  while (t < steps) {
    gosa = 0;
    for (int i = 1; i < n - 1; i++) {
      float v = 0.5f * u[cur][i] + 0.25f * (u[cur][i - 1] + u[cur][i + 1]);
      gosa += limited(v - u[cur][i]);
      u[1 - cur][i] = v;
    }
    t++;
    if (t == 5)
      break;
    cur = 1 - cur;
  }
  DUMP(cur);
  DUMP(t);
  DUMP(gosa);
  dump("u", u, sizeof(float), 100);
  return 0;
}
