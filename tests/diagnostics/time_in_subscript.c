// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, float *source, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
// CHECK: time_in_subscript.c:[[@LINE+1]]:21: error: the time loop's variable is a subscript itself; keep two arrays and swap them, or take the step's parity, A[t & 1]
      B[i] = A[i] + source[t];
}
