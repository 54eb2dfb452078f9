// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void stored(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) {
        d[i][j] -= d[i][k] * d[k][j];
        // CHECK: pivot_stored.c:[[@LINE+1]]:9: error: this stores to a row or a column of 'd' that goes with the time loop, in every iteration of a loop over the others; give it a nest of its own, before this one or behind it
        d[i][k] = 0;
      }
}
#else // what it says to do
void followed(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        d[i][j] -= d[i][k] * d[k][j];
    for (int i = k + 1; i < n; i++)
      d[i][k] = 0;
  }
}
#endif
