// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number that begins as itself has no value, and is no reason to look for one without end.
// RUN: not %kasane %s -o-dir %t -- -w 2>&1 | FileCheck %s
void itself(int n, const double *a, double *b) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++) {
      const int k = j * k + i;
      // CHECK: begins_as_itself.c:[[@LINE+1]]:{{[0-9]+}}: error: 'k' is no loop variable
      b[k] = a[k];
    }
}
