// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void kept(int n, int steps, float (*f)[n], float *A, float *B) {
  int t = 0;
#pragma stencil
  while (t < steps) {
    for (int i = 1; i < n - 1; i++) {
      B[i] = A[i - 1] + A[i + 1];
// CHECK: time_in_subscript.c:[[@LINE+1]]:7: error: the time loop's variable is a subscript of 'f', which the region stores to; keep two arrays and swap them, take the step's parity, A[t & 1], or put the directive inside of the time loop, above the loops over cells
      f[t][i] = B[i];
    }
    float *C = A;
    A = B;
    B = C;
    t++;
  }
}

#else // what it says to do
void followed(int n, int steps, float a[2][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[(t + 1) & 1][i] = a[t & 1][i - 1] + a[t & 1][i + 1];
}

void history(int n, int steps, float u[steps + 1][n]) {
  for (int t = 0; t < steps; t++)
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      u[t + 1][i] = u[t][i - 1] + u[t][i + 1];
}
#endif
