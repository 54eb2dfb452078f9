// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
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
