// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      B[i] = A[i];
// CHECK: store_outside_nest.c:[[@LINE+1]]:5: error: this store stands in no loop over cells and is not supported there; move it out of the region
    A[0] = 0;
  }
}
