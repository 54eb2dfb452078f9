// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Scalars from outside of the nest that every cell sets first are locals of the cell; what only serves subscripts goes;
// small loops are written out.
void f(int n, const float *a, float *b, const float *c) {
  float s;
  int r;
#pragma stencil
  for (int i = 2; i < n - 2; i++) {
    int centre = i, unused = 3;
    s = 0;
    for (r = -2; r <= 2; r += 2)
      s += c[r + 2] * a[centre + r];
    float q;
    if (s > 1)
      q = s;
    else {
      float s = a[i];
      q = -s;
    }
    b[i] = q;
  }
}

// CHECK-LABEL: stencil ksn_locals_{{[0-9a-f]+}}_f_1 rank 1
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   param c_0 : f32 = c[0]
// CHECK-NEXT:   param c_2 : f32 = c[2]
// CHECK-NEXT:   param c_4 : f32 = c[4]
// CHECK-NEXT:   field a : f32 at a x:? stride 1
// CHECK-NEXT:   field b : f32 at b x:? stride 1
// CHECK-NEXT:   stage x in [2, n - 2)
// CHECK-NEXT:     f32 s = f32(0)
// CHECK-NEXT:     s = (s + (c_0 * a[-2]))
// CHECK-NEXT:     s = (s + (c_2 * a[+0]))
// CHECK-NEXT:     s = (s + (c_4 * a[+2]))
// CHECK-NEXT:     f32 q
// CHECK-NEXT:     if (s > f32(1))
// CHECK-NEXT:       q = s
// CHECK-NEXT:     else
// CHECK-NEXT:       f32 s_2 = a[+0]
// CHECK-NEXT:       q = -(s_2)
// CHECK-NEXT:     b[+0] := q

// A loop of its own whose cells call a function of the library: the store is the nest, no record of a step.
double sqrt(double);
void g(int n, const double *a, double *b) {
#pragma stencil
  for (int i = 0; i <= n - 2; i++) {
    double root = sqrt(0.5);
    b[i] = root * a[i + 1];
  }
}

// CHECK-LABEL: stencil ksn_locals_{{[0-9a-f]+}}_g_1 rank 1
// CHECK:         stage x in [0, n - 1)
// CHECK:           b[+0] := (root * a[+1])
