// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void places(int n, float d[n][n + 1]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        // CHECK: pivot_places.c:[[@LINE+1]]:39: error: this is a second row or column of 'd' along 'j' that goes with the time loop; read one of them in a nest, and the other in a nest of its own or from an array of its own
        d[i][j] = d[i][k] + d[k][j] + d[i][k + 1];
}
#else // what it says to do
void followed(int n, float d[n][n + 1], float next[n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      next[i] = d[i][k + 1];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][k] + d[k][j] + next[i];
  }
}
#endif
