// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
  float s = 0;
#pragma stencil
  for (int i = 0; i < n; i++) {
// CHECK: scalar_carried.c:[[@LINE+1]]:12: error: 's' is read here before the region has given it a value in the same cell or step; assign it first (sums and other values carried along are not supported yet)
    B[i] = s;
    s = A[i];
  }
}
