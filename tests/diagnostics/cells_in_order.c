// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void relax(int n, double u[n][n]) {
#ifndef FOLLOWED
#pragma stencil schedule(overlap)
#else // what it says to do
#pragma stencil schedule(sweep)
#endif
  for (int t = 0; t < 10; t++)
    // CHECK: cells_in_order.c:[[@LINE+1]]:5: error: the cells of this nest come in the order of the loops, since each looks at what others of the nest store, and tiles of several steps don't wait for each other; use schedule(sweep)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}
