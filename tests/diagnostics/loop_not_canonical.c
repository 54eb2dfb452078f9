// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
// CHECK: loop_not_canonical.c:[[@LINE+1]]:5: error: this loop does not count with a constant step up or down to a bound; write 'for (int i = lo; i < hi; i++)'
    for (int i = 1; i * i < n; i++)
      B[i] = A[i];
}
