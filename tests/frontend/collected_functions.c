// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// A function with statements, in the test of what is collected and again behind it: each cell computes both.
static double magnitude(double x) {
  double value;
  if (x >= 0)
    value = x;
  else
    value = -x;
  return value;
}

void f(int n, int steps, double *a, double *b, double *top) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double most = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      if (most < magnitude(b[i]))
        most = magnitude(b[i]);
    }
    *top = most;
    double *keep = a;
    a = b;
    b = keep;
  }
}

// CHECK-LABEL: stencil ksn_collected_functions_
// CHECK:        stage x in [1, n - 1)
// CHECK-NEXT:     b[+0] := (0.5 * (a[-1] + a[+1]))
// CHECK:          [[FIRST:most_at[_0-9]*]][+0] := value
// CHECK:          [[SECOND:most_at[_0-9]*]][+0] := value_2
// CHECK-NEXT:   gather x in [1, n - 1)
// CHECK-NEXT:     if (most < [[FIRST]][+0])
// CHECK-NEXT:       most = [[SECOND]][+0]
