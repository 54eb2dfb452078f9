// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of several loops, whose common scalar is read through a pointer to the row. One loop changes the row under the
// array's own name, so the loop behind it comes first.
// SWEEP-ONLY
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 23 @
// RUN-ARGS: 12 @
// RUN-ARGS: 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)n * n;
  float *a = array(size, sizeof *a), *b = array(size, sizeof *b), *c = array(size, sizeof *c);
  fill_float(a, size, 3);
  fill_float(b, size, 4);
  fill_float(c, size, 6);
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++) {
      float *row = a + j * n;
      float first = row[0] * 0.25f;
      for (int i = 0; i < n; i++)
        a[j * n + i] = 0.5f * a[j * n + i] + b[j * n + i];
      for (int i = 0; i < n; i++)
        c[j * n + i] += first + b[j * n + i];
    }
  dump("a", a, sizeof *a, size);
  dump("c", c, sizeof *c, size);
  return 0;
}
