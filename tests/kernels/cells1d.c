// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One axis: the two edges and a point source are cells outside of any loop over cells.
// RANK: 1
// RUN-ARGS: 28 @
// RUN-ARGS: 4 @
#include "dump.h"
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 28), steps = arg(argc, argv, 2, 7), src = n / 2;
  float *A = array(n, sizeof(float)), *B = array(n, sizeof(float));
  fill_float(A, n, 41);
  fill_float(B, n, 42);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.6f * A[i] + 0.2f * (A[i - 1] + A[i + 1]);
    B[0] = B[1];
    B[n - 1] = B[n - 2];
    B[src] += 0.25f * (t + 1);
    float *tmp = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), n);
  dump("B", B, sizeof(float), n);
  return 0;
}
