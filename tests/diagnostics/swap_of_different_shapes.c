// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float (*B)[n], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
// CHECK: swap_of_different_shapes.c:[[@LINE+1]]:17: error: 'A' and 'B' are exchanged but have different types or sizes; declare them alike
      B[0][i] = A[i];
    void *p = A;
    A = (float *)B;
    B = p;
  }
}
