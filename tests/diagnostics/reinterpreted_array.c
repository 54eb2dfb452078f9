// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: reinterpreted_array.c:[[@LINE+1]]:12: error: this takes the memory of 'A' as another type or shape; declare the pointer with the array's own type
    B[i] = ((int *)A)[i];
}
