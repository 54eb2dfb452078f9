// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
// CHECK: bound_depends_on_time.c:[[@LINE+1]]:18: error: this bound depends on the time loop's variable; only bounds that are the same in every step are supported
    for (int i = t; i < n; i++)
      B[i] = A[i];
}
