// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    int k = 0;
// CHECK: side_effect_in_expression.c:[[@LINE+1]]:19: error: an expression that also assigns is not supported; make the assignment a statement of its own
    B[i] = A[i] + k++;
  }
}
