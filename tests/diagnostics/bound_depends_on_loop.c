// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int j = 0; j < n; j++)
// CHECK: bound_depends_on_loop.c:[[@LINE+1]]:25: error: this bound depends on an outer loop's variable; only rectangular domains are supported, use an 'if' in the cell instead
    for (int i = 0; i < j; i++)
      B[j * n + i] = A[j * n + i];
}
