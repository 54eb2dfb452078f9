// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float (*A)[n]) {
#pragma stencil
  {
    for (int j = 0; j < n; j++)
      for (int i = 1; i < n - 1; i++)
        A[j][i] = 1;
    for (int j = 0; j < n; j++)
// CHECK: planes_apart.c:[[@LINE+1]]:17: error: this element of 'A' lies at a distance from the stored plane that is no constant; give each stored plane a nest of its own (copies between opposite edges are not supported yet)
      A[j][0] = A[j][n - 2];
  }
}
