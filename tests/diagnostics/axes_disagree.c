// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float (*A)[n], float (*B)[n], float *c, float *d, float *e) {
#pragma stencil
  {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        B[j][i] = A[j][i] + c[j] + d[i];
// CHECK: axes_disagree.c:[[@LINE+1]]:5: error: the loops of this nest run along the same axis of arrays that other nests use differently; index all arrays with the axes in the same order
    for (int l = 0; l < n; l++)
      for (int m = 0; m < n; m++)
        e[l * n + m] = c[l] + c[m];
  }
}
