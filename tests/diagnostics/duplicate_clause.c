// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
// CHECK: duplicate_clause.c:[[@LINE+1]]:35: error: clause 'depth' is given twice; keep one
#pragma stencil depth(3) tile(32) depth(4)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
}
