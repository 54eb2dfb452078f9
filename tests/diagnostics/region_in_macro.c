// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#define LOOP(n) for (int i = 0; i < n; i++)
void f(int n, float *A, float *B) {
#pragma stencil
// CHECK: region_in_macro.c:[[@LINE+1]]:3: error: this region begins or ends inside of a macro; write the loop out
  LOOP(n)
    B[i] = A[i];
}
