// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int *map) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: subscript_indirect.c:[[@LINE+1]]:14: error: this subscript is read from an array, so the cells it reaches are not known; only constant distances from the loop variables are supported
    B[i] = A[map[i]];
}
