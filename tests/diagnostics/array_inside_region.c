// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
// CHECK: array_inside_region.c:[[@LINE+1]]:5: error: the array 's' is declared inside of the region; declare it before the region, or use scalars
    float s[3] = {A[i - 1], A[i], A[i + 1]};
    B[i] = s[0];
  }
}
