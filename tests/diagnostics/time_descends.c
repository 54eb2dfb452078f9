// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
// CHECK: time_descends.c:[[@LINE+1]]:30: error: a time loop that counts down is not supported yet; count up
  for (int t = steps; t > 0; t--)
    for (int i = 0; i < n; i++)
      B[i] = A[i];
}
