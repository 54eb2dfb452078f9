// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// A record amid a nest that makes the step's arrays anew.
#ifndef FOLLOWED
void recorded(int n, int steps, float *p, float *c, float *next, float (*all)[steps]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 2 * c[i] - p[i] + 0.1f * (c[i + 1] - 2 * c[i] + c[i - 1]);
    for (int i = 0; i < n; i++) {
      p[i] = c[i];
      c[i] = next[i];
      // CHECK: record_amid_nest.c:[[@LINE+1]]:7: error: this keeps values of each step in 'all', in a nest that makes the step's arrays, too; give it a nest of its own, behind this one
      all[i][t] = next[i];
    }
  }
}
#else
void recorded(int n, int steps, float *p, float *c, float *next, float (*all)[steps]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 2 * c[i] - p[i] + 0.1f * (c[i + 1] - 2 * c[i] + c[i - 1]);
    for (int i = 0; i < n; i++) {
      p[i] = c[i];
      c[i] = next[i];
    }
    for (int i = 0; i < n; i++)
      all[i][t] = next[i];
  }
}
#endif
