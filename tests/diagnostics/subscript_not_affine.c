// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: subscript_not_affine.c:[[@LINE+1]]:12: error: this subscript is no loop variable plus a constant; write it as i + c, with the row length as a factor in flat arrays
    B[i] = A[i * i];
}
