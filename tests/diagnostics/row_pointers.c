// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float **A, float **B) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
// CHECK: row_pointers.c:[[@LINE+1]]:17: error: arrays of row pointers are not supported yet; use a pointer to rows, 'float (*A)[nx]', or one flat array
      B[j][i] = A[j][i];
}
