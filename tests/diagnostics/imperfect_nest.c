// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      B[j * n + i] = A[j * n + i];
// CHECK: imperfect_nest.c:[[@LINE+1]]:5: error: this statement follows an inner loop within the same outer loop; give it a loop nest of its own
    A[j * n] = 0;
  }
}
