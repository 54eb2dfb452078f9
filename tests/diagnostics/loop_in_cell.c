// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      float s = 0;
// CHECK: loop_in_cell.c:[[@LINE+1]]:7: error: a loop inside of a cell's statements is not supported yet; write its iterations out
      for (int r = 0; r < steps; r++)
        s = s + 1;
      B[i] = s;
    }
}
