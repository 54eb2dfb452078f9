// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *p;
    for (int i = 0; i < n; i++)
// CHECK: pointer_unknown.c:[[@LINE+1]]:14: error: pointer 'p' is used before the region gives it a value; initialise it with an array
      B[i] = p[i];
  }
}
