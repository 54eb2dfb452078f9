// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    if (A[i] > 0)
// CHECK: unsupported_statement.c:[[@LINE+1]]:7: error: this statement is not supported in a region; a cell may declare and assign scalars, store to arrays and use 'if'
      continue;
    B[i] = 1;
  }
}
