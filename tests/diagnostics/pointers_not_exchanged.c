// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
// CHECK: pointers_not_exchanged.c:[[@LINE+1]]:3: error: after a step 'A' and another pointer name the same array, or one is lost; exchange them completely: 'tmp = A; A = B; B = tmp'
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      B[i] = A[i];
    A = B;
  }
}
