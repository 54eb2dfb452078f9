// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Scalars of the step, of the cell, and parameters; conditions and selections.
void forced(int n, int steps, double *a, double *b, double rate) {
#pragma stencil
  for (int t = 3; t <= steps; t += 2) {
    const double c = rate * t;
    for (int i = 1; i < n - 1; i++) {
      double d = a[i + 1] - a[i - 1];
      if (d < 0.0)
        d = -d;
      b[i] = i % 2 == 0 ? c * d : (float)a[i];
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
// CHECK: stencil ksn_scalars_{{[0-9a-f]+}}_forced_1 rank 1
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param rate : f64 = rate
// CHECK-NEXT: param n : i32 = n
// CHECK-NEXT: field a : f64 at a x:? stride 1
// CHECK-NEXT: field b : f64 at b x:? stride 1
// CHECK-NEXT: time t from 3 to steps + 1 step 2
// CHECK-NEXT: step f64 c = (rate * f64(time))
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: f64 d = (a[+1] - a[-1])
// CHECK-NEXT: if (d < 0)
// CHECK-NEXT: d = -(d)
// CHECK-NEXT: b[+0] := (((i32(index0) % 2) == 0) ? (c * d) : f64(f32(a[+0])))
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: a[+0] := b[+0]
