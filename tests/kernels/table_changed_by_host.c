// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of few integers that picks from a table, and that the program's own code sets in each step by memcpy.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: @
// STEPS: 0 1 7
#include "dump.h"

#define N 79

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  unsigned char rule[8], cells[N] = {0}, next[N], history[8][N];
  for (int k = 0; k < 8; k++)
    rule[k] = 30 >> k & 1;
  cells[N / 2] = 1;
  memset(next, 0, N);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    memcpy(history[t], cells, N);
    for (int i = 0; i < N; i++) {
      int left = cells[i == 0 ? N - 1 : i - 1], right = cells[i == N - 1 ? 0 : i + 1];
      next[i] = rule[left << 2 | cells[i] << 1 | right];
    }
    memcpy(cells, next, N);
  }
  dump("cells", cells, 1, N);
  dump("history", history, 1, (size_t)steps * N);
  return 0;
}
