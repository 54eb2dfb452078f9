// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      B[i] = A[i];
// CHECK: pointer_shifted.c:[[@LINE+1]]:5: error: pointer 'A' ends the step inside of an array rather than at its start; only whole arrays can be exchanged
    A = A + 1;
  }
}
