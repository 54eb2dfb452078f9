// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's options and the step keep cells from looking beyond the array, as masks of data do.
// READING
// RANK: 2
// RUN-ARGS: 0 @
// RUN-ARGS: 1 @
#include "dump.h"

#define N 23
#define M 17

static double a[M][N], b[M][N];

int main(int argc, char **argv) {
  int open = arg(argc, argv, 1, 0), steps = arg(argc, argv, 2, 7), first = open ? 0 : 1;
  fill_double(&a[0][0], M * N, 31);
  fill_double(&b[0][0], M * N, 32);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++) {
        double left = 0, right = open ? 0.5 : a[j][i > 0 ? i - 1 : 0];
        if ((first == 1 && i > 0) || i > 1)
          left = a[j][i - 1];
        if (t < 0 || j + 1 < M)
          right += a[j + 1][i];
        if (first > 2)
          right = a[j][i + 1] - a[j - 1][i];
        b[j][i] = 0.5 * left + 0.25 * right;
      }
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++)
        a[j][i] = b[j][i];
  }
  dump("a", a, sizeof a[0][0], M * N);
  dump("b", b, sizeof b[0][0], M * N);
  return 0;
}
