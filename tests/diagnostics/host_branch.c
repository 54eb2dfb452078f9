// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
// CHECK: host_branch.c:[[@LINE+1]]:5: error: an 'if' around loops or between them is not supported yet; move the condition into the cells
    if (t > 3)
      for (int i = 0; i < n; i++)
        B[i] = A[i];
  }
}
