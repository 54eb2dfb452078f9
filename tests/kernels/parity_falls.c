// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time runs backwards through three levels, as adjoint solvers have it; and forwards through a ring of many.
// RANK: 1
// REGION: @
// REGION: @
// RUN-ARGS: 50 @
// RUN-ARGS: 3 @
#include "dump.h"

#define N 50
static double A[3][N], ring[17][N];

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, N), steps = arg(argc, argv, 2, 9), t;
  fill_double(&A[0][0], 3 * N, 98);
  fill_double(&ring[0][0], 17 * N, 99);

#pragma stencil
  for (t = steps; t > 0; t--)
    for (int i = 1; i < n - 1; i++)
      A[(t - 1) % 3][i] = 0.25 * A[t % 3][i - 1] + 0.5 * A[(t + 1) % 3][i] + 0.25 * A[t % 3][i + 1];
  DUMP(t);

#pragma stencil
  for (unsigned s = 0; s < (unsigned)steps; s++)
    for (int i = 1; i < n - 1; i++)
      ring[(s + 1) % 17][i] = 0.5 * (ring[s % 17][i - 1] + ring[s % 17][i + 1]);

  dump("A", A, sizeof A[0][0], 3 * N);
  dump("ring", ring, sizeof ring[0][0], 17 * N);
  return 0;
}
