// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float (*A)[n], float (*B)[n]) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
// CHECK: transposed_access.c:[[@LINE+1]]:27: error: 'A' is indexed here with its axes in another order than elsewhere in the region; use one order, or transpose into an array of its own before the region
      B[j][i] = A[j][i] + A[i][j];
}
