// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
// CHECK: nested_directive.c:[[@LINE+1]]:9: error: this '#pragma stencil' stands inside of another one's loop; keep the outer one
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
}
