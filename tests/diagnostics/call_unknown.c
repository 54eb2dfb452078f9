// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float g(float);
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: call_unknown.c:[[@LINE+1]]:12: error: 'g' may have side effects or is not known; write its expression out, or use a function of math.h
    B[i] = g(A[i]);
}
