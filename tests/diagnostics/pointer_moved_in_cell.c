// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    B[i] = 0;
// CHECK: pointer_moved_in_cell.c:[[@LINE+1]]:5: error: a pointer is assigned inside of a loop over cells; swap pointers after the nest
    B = A;
  }
}
