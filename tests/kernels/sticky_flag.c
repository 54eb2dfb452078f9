// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flags that cells set and no step takes back: the first steps may have set them, the last one not.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// TINY-ARGS: 3 2
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float)), top = 0;
  fill_float(a, n, 5);
  a[n / 2] = 9;
  int hot = 0, seen = 0, cells = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.25f * (a[i - 1] + a[i + 1]);
      if (b[i] > 2)
        hot = i;
    }
    seen = hot;
    float *c = a;
    a = b;
    b = c;
  }
  DUMP(hot);
  DUMP(seen);

  b[n / 2] = 9;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.25f * (b[i - 1] + b[i + 1]);
    cells = 0;
    for (int i = 1; i < n - 1; i++) {
      if (a[i] > 2) {
        cells++;
        top = a[i];
      }
      b[i] = a[i];
    }
  }
  DUMP(cells);
  DUMP(top);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
