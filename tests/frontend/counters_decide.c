// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Of conditions that ask for the counters of small loops only, or hold in all cells, nothing is left; those that ask for more stay.
void f(int n, const float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      float sum = 0;
      for (int d = -1; d <= 1; d++)
        if (d != 0)
          sum += a[i + d];
        else if (!(d < 0) && a[i] > 0)
          sum -= a[i];
      for (int d = 0; d < 2; d++) {
        if (2 * d + 1 > 2)
          sum = sum * 2;
        if (d < i)
          sum += 3;
      }
      b[i] = sum;
    }
}

// CHECK: f32 sum = f32(0)
// CHECK-NEXT: sum = (sum + a[-1])
// CHECK-NEXT: if (!((0 < 0)) && (a[+0] > f32(0)))
// CHECK-NEXT:   sum = (sum - a[+0])
// CHECK-NEXT: sum = (sum + a[+1])
// CHECK-NEXT: sum = (sum + f32(3))
// CHECK-NEXT: sum = (sum * f32(2))
// CHECK-NEXT: if
// CHECK-NEXT:   sum = (sum + f32(3))
// CHECK-NEXT: b[+0] := sum
