// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void outside(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        // CHECK: pivot_outside.c:[[@LINE+1]]:19: error: in some steps this row or column of 'd' lies outside of the loop over 'j'; let that loop hold the rows or columns of all steps, or begin behind them
        d[i][j] = d[i][k] + d[k][j];
}
#else // what it says to do
void followed(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = k + 1; j < n; j++)
        d[i][j] = d[i][k] + d[k][j];
}
#endif
