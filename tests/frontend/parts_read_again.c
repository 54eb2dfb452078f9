// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s --dump-after=frontend 2>&1 | FileCheck %s
// RUN: %kasane %s --dump-after=frontend -- -DSAME | FileCheck %s --check-prefix=SAME
// RUN: %kasane %s --dump-after=frontend -- -DAPART | FileCheck %s --check-prefix=APART
// What stands before the loops of a row is made again for each of them. It has to find what it found before: so a part
// comes before the one that changes that, where they have nothing else in common.
#ifdef SAME
#define STORED other
#else
#define STORED first
#endif
#ifdef APART
#define MORE 1
#else
#define MORE STORED[j]
#endif
void rows(int n, int steps, float a[n][n], float b[n][n], float c[n][n], float first[n], float other[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < n; j++) {
      float f = first[j];
      for (int i = 0; i < n; i++)
        b[j][i] = a[j][i];
      // CHECK: parts_read_again.c:[[@LINE+1]]:7: error: this statement follows an inner loop within the same outer loop
      STORED[j] = 0;
      for (int i = 0; i < n; i++)
        c[j][i] = f + MORE;
    }
}
// SAME: b[+0][+0] := a[+0][+0]
// SAME: other[+0][+0] := f32(0)
// SAME: c[+0][+0] := (f{{[_0-9]*}} + other[+0][+0])
// APART: b[+0][+0] := a[+0][+0]
// APART: c[+0][+0] := (f{{[_0-9]*}} + f32(1))
// APART: first[+0][+0] := f32(0)
