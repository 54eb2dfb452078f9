// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step sets a flag behind its break, and the first step breaks; another before it.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// STEPS: 1 7
// REGION: 1
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 5);
  int done = 0, begun = 0;
  float total = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    begun = n;
    total = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
      total += b[i] * b[i];
    }
    if (total >= 0)
      break;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    done = 1;
  }
  DUMP(total);
  DUMP(done);
  DUMP(begun);

  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
