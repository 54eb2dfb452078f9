// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void paths(int n, float d[n][n]) {
#ifndef FOLLOWED
#pragma stencil schedule(overlap)
#else // what it says to do
#pragma stencil schedule(sweep)
#endif
  for (int k = 0; k < n; k++)
    // CHECK: row_of_step.c:[[@LINE+1]]:5: error: the cells of this nest look at a row or a column that goes with the time loop, which tiles of several steps don't hold; use schedule(sweep)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] += d[i][k] * d[k][j];
}
