// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, float *source, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
// CHECK: element_in_step_scalar.c:[[@LINE+1]]:15: error: a scalar of the step reads an array that changes or is indexed by the step; only loop-invariant elements are supported yet
    float s = source[t];
    for (int i = 0; i < n; i++)
      B[i] = A[i] + s;
  }
}
