// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float f(int n, float *A, float *B, int steps) {
  float s = 0;
#pragma stencil
  for (int i = 0; i < n; i++) {
// CHECK: cell_scalar_live.c:[[@LINE+1]]:5: error: 's' is read after the region, but cells have no order in which one would be the last; declare 's' inside of the loop
    s = A[i];
    B[i] = s;
  }
  return s;
}
