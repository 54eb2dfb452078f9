// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
// CHECK: space_step.c:[[@LINE+1]]:26: error: a loop over cells with a step other than 1 is not supported yet; visit every cell, with an 'if' where some are left out
  for (int i = 0; i < n; i += 2)
    B[i] = A[i];
}
