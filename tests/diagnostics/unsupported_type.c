// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++) {
// CHECK: unsupported_type.c:[[@LINE+1]]:5: error: type 'long double' cannot be used in a stencil; use float, double or an integer type without volatile or _Atomic
    long double s = A[i];
    B[i] = s;
  }
}
