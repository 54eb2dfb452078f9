// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that each step computes from its time, and that are read after the region, where the last step isn't known from the
// loop's bounds: a while loop, one that falls, one that converges, and a scalar that is computed twice.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 5 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7), t = 0;
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float)), change = 1;
  fill_float(a, n, 5);
  double now = -1, back = -2, when = -3;
  float c = -4;

#pragma stencil
  while (t < steps) {
    now = t * 0.1;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    t++;
  }
  DUMP(now);

#pragma stencil
  for (int s = steps; s > 0; s--) {
    back = 0.25 * s;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  DUMP(back);

#pragma stencil
  for (int s = 0; s < steps && change > -1; s++) {
    change = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
      change += b[i] - a[i] > 0 ? b[i] - a[i] : 0;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    when = 0.5 * (s + 1);
  }
  DUMP(change);
  DUMP(when);

#pragma stencil
  for (int s = 0; s < steps; s++) {
    c = 0.125f * s;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25f * a[i] + 0.5f;
    c = 2.0f * c;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] - 0.5f;
  }
  DUMP(c);

  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
