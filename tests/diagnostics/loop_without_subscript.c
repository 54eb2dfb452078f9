// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
// CHECK: loop_without_subscript.c:[[@LINE+1]]:5: error: the variable of this loop occurs in no subscript, and it is not the one time loop; move the loop out of the region or write its iterations out
    for (int again = 0; again < n; again++)
      for (int i = 1; i < n - 1; i++)
        B[i] = A[i];
}
