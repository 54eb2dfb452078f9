// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float (*A)[n], float (*B)[n]) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
// CHECK: position_fixed.c:[[@LINE+1]]:27: error: this element of 'A' is at a fixed position while other accesses follow the loop; copy it into a scalar or an array of its own before the region
      B[j][i] = A[j][i] + A[0][i];
}
