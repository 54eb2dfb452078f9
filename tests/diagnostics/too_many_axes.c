// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float (*A)[n][n][n], float (*B)[n][n][n]) {
#pragma stencil
// CHECK: too_many_axes.c:[[@LINE+1]]:3: error: this nest has more than three loops over cells; write the iterations of the shortest one out
  for (int l = 0; l < n; l++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          B[l][k][j][i] = A[l][k][j][i];
}
