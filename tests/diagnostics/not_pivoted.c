// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t --target=openacc -- -DFOLLOWED -DPIVOT 2>&1 | FileCheck %s --check-prefix=SWEEPS
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void reduce(int n, float d[n][n]) {
#if !defined FOLLOWED || defined PIVOT
// CHECK: not_pivoted.c:[[@LINE+2]]:17: error: schedule pivot can't be used here: two loop nests of a step change the same cells; use schedule sweep
// SWEEPS: not_pivoted.c:[[@LINE+1]]:17: error: schedule pivot can't be used here: target openacc makes each step by itself; use schedule sweep
#pragma stencil schedule(pivot)
#else // what it says to do
#pragma stencil schedule(sweep)
#endif
  for (int k = 0; k < n; k++) {
    for (int j = k + 1; j < n; j++)
      d[k][j] /= d[k][k];
    for (int i = 0; i < n; i++)
      for (int j = k + 1; j < n; j++)
        d[i][j] -= d[i][k] * d[k][j];
  }
}
