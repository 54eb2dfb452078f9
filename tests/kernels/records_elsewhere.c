// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step's record goes by pointers that the region doesn't know: one leads into an array that it reads, one into another that
// it writes.
// NO-DIAMOND
// SWEEP-ONLY
// READING
// RANK: 1
// REGION: @, @
// RUN-ARGS: 60 @
// RUN-ARGS: 57 @
#include "dump.h"

static void run(int n, int steps, float *a, float *b, float *rec, const float *probe) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    rec[t] = *probe;
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 60), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof *a), *b = array(n, sizeof *b), *rec = array(steps, sizeof *rec);
  fill_float(a, n, 41);
  fill_float(b, n, 42);
  run(n, steps, a, b, rec, &a[27]);
  dump("rec", rec, sizeof *rec, steps);
  run(n, steps, a, b, b + 20, &a[31]);
  dump("a", a, sizeof *a, n);
  dump("b", b, sizeof *b, n);
  return 0;
}
