// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
// CHECK: loop_variable_changed.c:[[@LINE+1]]:10: error: 'i' counts a loop and is changed inside of it; use another variable
    for (int i = 1; i < n - 1; i++) {
      B[i] = A[i];
      i = i + 1;
    }
}
