// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// What is computed once a step, and the time itself.
void f(int n, float *a, float *b, double dt, int steps) {
#pragma stencil
  for (int t = 3; t <= steps; t += 2) {
    double w = dt * t;
    float c = (float)(w * w);
    int half = n / 2;
    w = w + 1;
    for (int i = 0; i < half; i++)
      b[i] = c * a[i] + w + t;
  }
}

// CHECK-LABEL: stencil ksn_step_scalars_{{[0-9a-f]+}}_f_1 rank 1
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param dt : f64 = dt
// CHECK-NEXT:   param n_2 : i32 = (n / 2)
// CHECK-NEXT:   field a : f32 at a x:? stride 1
// CHECK-NEXT:   field b : f32 at b x:? stride 1
// CHECK-NEXT:   time t from 3 to steps + 1 step 2
// CHECK-NEXT:   step f64 w = (dt * f64(time))
// CHECK-NEXT:   step f32 c = f32((w * w))
// CHECK-NEXT:   step f64 w_2 = (w + f64(1))
// CHECK-NEXT:   stage x in [0, n_2)
// CHECK-NEXT:     b[+0] := f32(((f64((c * a[+0])) + w_2) + f64(time)))
