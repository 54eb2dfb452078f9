// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void report(int);
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      B[i] = A[i];
// CHECK: host_code.c:[[@LINE+1]]:5: error: a call of 'report' inside of the time loop is not supported yet; move it out of the region
    report(t);
  }
}
