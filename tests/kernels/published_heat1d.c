// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seven published lines on one axis, in fixed arrays.
// READING
// RANK: 1
// RUN-ARGS: @
#include "dump.h"

#define N 53
#define T 100

static float A[N], B[N];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7), t, i;
  fill_float(A, N, 3);
  fill_float(B, N, 4);

#pragma stencil begin
#pragma stencil step(t:T)
#pragma stencil data source(float A[N]) destination(float B[N])
#pragma stencil dimension(i)
  for (t = 0; t < steps; t++) {
#pragma stencil calc
    for (i = 1; i < N - 1; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3.0f;
#pragma stencil copy
    for (i = 1; i < N - 1; i++)
      A[i] = B[i];
  }
#pragma stencil end

  dump("A", A, sizeof A[0], N);
  dump("B", B, sizeof B[0], N);
  return 0;
}
