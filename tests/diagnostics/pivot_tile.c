// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void paths(int n, float d[n][n]) {
#ifndef FOLLOWED
// CHECK: pivot_tile.c:[[@LINE+1]]:33: error: a tile of schedule pivot is a multiple of 32x4 cells here; take 64x12
#pragma stencil schedule(pivot) tile(50, 10)
#else // what it says to do
#pragma stencil schedule(pivot) tile(64, 12)
#endif
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}
