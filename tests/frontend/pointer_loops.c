// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Loops to a pointer count their rounds, where it is the first one plus a number.
void to_end(int n, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *const end = u + n;
    for (float *p = u; p != end; p++)
      *p *= 0.5f;
    float *q = u + 1;
    while (q <= &u[n - 2])
      *q++ += 1;
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i - 1] + u[i + 1];
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
// CHECK-LABEL: _to_end_1
// CHECK: stage x in [0, n)
// CHECK-NEXT: u[+0] := (u[+0] * 0.5)
// CHECK: stage x in [1, n - 1)
// CHECK-NEXT: u[+0] := (u[+0] + f32(1))
