// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: pointer_not_understood.c:[[@LINE+1]]:13: error: this address is no array of the region plus an offset; name the array itself
    B[i] = (n > 3 ? A : B)[i];
}
