// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
// CHECK: malformed_schedule.c:[[@LINE+1]]:17: error: the argument of 'schedule' is no single name; write schedule(overlap)
#pragma stencil schedule(a, b)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
}
