// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three levels rotated, each with edges of its own, an unequal domain on every side.
// RANK: 1
// STEPS: 0 1 2 3 4 11
// RUN-ARGS: 61 @
// RUN-ARGS: 8 @
#include "dump.h"

static void string_wave(int n, double *before, double *now, double *after, int steps) {
  double *b0 = before, *b1 = now, *b2 = after;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 3; i < n - 1; i++)
      after[i] = 1.5 * now[i] - 0.6 * before[i] + 0.05 * (now[i - 3] + now[i + 1]);
    double *tmp = before;
    before = now;
    now = after;
    after = tmp;
  }
  printf("%d %d\n", now == b0 ? 0 : now == b1 ? 1 : 2, after == b0 ? 0 : after == b1 ? 1 : 2);
  dump("b0", b0, sizeof *b0, n);
  dump("b1", b1, sizeof *b1, n);
  dump("b2", b2, sizeof *b2, n);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 61);
  double *memory = array(3 * (size_t)n, sizeof *memory);
  fill_double(memory, 3 * (size_t)n, 75);
  string_wave(n, memory, memory + n, memory + 2 * n, arg(argc, argv, 2, 11));
  return 0;
}
