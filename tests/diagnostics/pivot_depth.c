// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s --target=cuda -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s --target=cuda -o-dir %t -- -DFOLLOWED
void paths(int n, float d[n][n]) {
#ifndef FOLLOWED
// CHECK: pivot_depth.c:[[@LINE+1]]:33: error: on a target with work-groups the depth of schedule pivot is a multiple of 16, at most 128
#pragma stencil schedule(pivot) depth(20)
#else // what it says to do
#pragma stencil schedule(pivot) depth(32)
#endif
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}
