// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void heat(int n, int steps, float *u, float *v) {
#ifdef FOLLOWED
#pragma stencil schedule(sweep)
#else
// CHECK: nothing_filled.c:[[@LINE+1]]:17: error: schedule filled is for regions with ksm_fill, and this one has none; use schedule sweep
#pragma stencil schedule(filled)
#endif
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i - 1] + u[i + 1];
    float *swap = u;
    u = v;
    v = swap;
  }
}
