// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void beside(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        // CHECK: pivot_beside.c:[[@LINE+1]]:39: error: 'd', which this nest stores to, is read here beside the cell; where rows or columns go with the time loop, read it at the cell itself, in the row and in the column of the step, or keep what it was in a second array
        d[i][j] = d[i][k] + d[k][j] + d[i][j - 1];
}
#else // what it says to do
void followed(int n, float d[n][n], float was[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        was[i][j] = d[i][j];
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        d[i][j] = was[i][k] + was[k][j] + was[i][j - 1];
  }
}
#endif
