// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n - steps; i++)
// CHECK: offset_not_constant.c:[[@LINE+1]]:12: error: the distance between this element of 'A' and the cell is no constant; use a number, or a macro for one
    B[i] = A[i + steps];
}
