// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// RUN: not %kasane -o-dir %t %s -- -DUNKNOWN 2>&1 | FileCheck --check-prefix=REFUSED %s
// Statements whose value nobody uses are left out.
#pragma clang diagnostic ignored "-Wunused-value"
double unknown(double x);
void negate(int n, int steps, const double *a, double *b) {
  double d;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    t == 3;
    for (int i = 1; i < n; i++) {
      d = a[i] - a[i - 1];
      if (d < 0)
        d *(-1);
      a[i];
#ifdef UNKNOWN
      2 * unknown(d); // what it does is not known
      // REFUSED: no_effect.c:[[@LINE-1]]:{{[0-9]+}}: error:
#endif
      b[i] = d + t;
    }
  }
}
// CHECK:      stage x in [1, n)
// CHECK-NEXT: f64 d = (a[+0] - a[-1])
// CHECK-NEXT: b[+0] := (d + f64(time))
