// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in every step of a while loop, before and between its nests, and on a condition that a step computes.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 5 @
// STEPS: 0 1 7
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 91);
  fill_float(b, n, 92);
  int t = 0, large = 0;

#pragma stencil
  while (t < steps) {
    printf("step %d begins with %a\n", t, a[n / 2]);
    for (int i = 2; i < n - 2; i++)
      b[i] = 0.5f * (a[i - 2] + a[i + 1]);
    a[1] *= 0.5f;
    float top = 0;
    for (int i = 0; i < n; i++)
      if (b[i] > top)
        top = b[i];
    if (top > 0.75f) {
      printf("top %a\n", top);
      large++;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + 0.25f * (b[i - 1] + b[i + 1]);
    t++;
    printf("step %d is done\n", t);
  }

  DUMP(t);
  DUMP(large);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
