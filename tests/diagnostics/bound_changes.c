// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
// CHECK: bound_changes.c:[[@LINE+1]]:25: error: this bound is changed inside of the region or is no integer known before it; copy it into a variable before the region
    for (int i = 0; i < n; i++)
      B[i] = A[i];
    n = n - 1;
  }
}
