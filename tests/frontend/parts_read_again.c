// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: %kasane %s --dump-after=frontend -- -DSAME | FileCheck %s --check-prefix=SAME
// RUN: %kasane %s --dump-after=frontend -- -DAPART | FileCheck %s --check-prefix=APART
// What stands before the loops of a row is made again for each of them. It has to find what it found before: so a part
// comes before the one that changes that, where they have nothing else in common. Else an array of the step keeps it.
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
      STORED[j] = 0;
      for (int i = 0; i < n; i++)
        c[j][i] = f + MORE;
    }
}
// CHECK: f[+0][+0] := first[+0][+0]
// CHECK: b[+0][+0] := a[+0][+0]
// CHECK: first[+0][+0] := f32(0)
// CHECK: c[+0][+0] := (f[+0][+0] + first[+0][+0])
// SAME: b[+0][+0] := a[+0][+0]
// SAME: other[+0][+0] := f32(0)
// SAME: c[+0][+0] := (f{{[_0-9]*}} + other[+0][+0])
// APART: b[+0][+0] := a[+0][+0]
// APART: c[+0][+0] := (f{{[_0-9]*}} + f32(1))
// APART: first[+0][+0] := f32(0)
