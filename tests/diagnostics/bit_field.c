// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct flags {
  int x : 3;
};
void f(int n, float *A, float *B, struct flags s) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: bit_field.c:[[@LINE+1]]:19: error: a bit-field cannot be used in a stencil; copy it into a scalar before the region
    B[i] = A[i] + s.x;
}
