// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
  float s = 0;
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: reduction.c:[[@LINE+1]]:5: error: 's' collects a value over the cells; reductions are not supported yet, make it a loop of its own outside of the region
    s += A[i];
  A[0] = s;
}
