// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: unsupported_expression.c:[[@LINE+1]]:12: error: this expression is not supported in a region; use arithmetic, comparisons, '?:' and the functions of math.h
    B[i] = ({ A[i]; });
}
