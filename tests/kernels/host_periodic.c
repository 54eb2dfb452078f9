// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output from a periodic field with ghost planes, and from one with wrapped indices.
// NO-DIAMOND
// WHOLE: elements at any distance
// RANK: 1
// NO-STREAM
// REGION: @
// REGION: @
// RUN-ARGS: 34 @
// RUN-ARGS: 7 @
// STEPS: 0 1 9
// HOST: every 4 from 3
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 34), steps = arg(argc, argv, 2, 9);
  float *a = array(n + 2, sizeof(float)), *b = array(n + 2, sizeof(float));
  fill_float(a, n + 2, 95);
  fill_float(b, n + 2, 96);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    a[0] = a[n];
    a[n + 1] = a[1];
    for (int i = 1; i <= n; i++)
      b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
    float *c = a;
    a = b;
    b = c;
    if (t % 4 == 3)
      dump("ghosts", a, sizeof(float), n + 2);
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[(i + 1) % n] - 0.5f * a[(i + n - 1) % n];
    float *c = a;
    a = b;
    b = c;
    if (t % 4 == 3)
      dump("wrapped", a, sizeof(float), n);
  }

  dump("a", a, sizeof(float), n + 2);
  dump("b", b, sizeof(float), n + 2);
  return 0;
}
