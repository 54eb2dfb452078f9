// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void forced(int n, int steps, float **f, float *A, float *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
// CHECK: time_selects_rows.c:[[@LINE+1]]:21: error: the time loop's variable selects a row pointer of 'f'; keep the values of all steps in one array, as 'float (*f)[ny][nx]' does, or put the directive inside of the time loop, above the loops over cells
      B[i] = A[i] + f[t][i];
    float *C = A;
    A = B;
    B = C;
  }
}
