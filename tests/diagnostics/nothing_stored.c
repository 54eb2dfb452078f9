// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
// CHECK: nothing_stored.c:[[@LINE+1]]:3: error: nothing in this region stores to an array in a loop over its cells; put the directive above the loops that update the arrays
  for (int i = 0; i < n; i++) {
    float s = A[i];
    s = s + 1;
  }
}
