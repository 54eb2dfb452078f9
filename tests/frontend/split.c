// RUN: %kasane %s --dump-after=split | FileCheck %s
// Statements of one nest that depend on each other in other iterations become stages of their own, in the order that
// keeps the values.
void two(int n, int steps, float *restrict a, float *restrict b, float *restrict c) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      c[i] = b[i + 1];
      b[i] = 0.5f * a[i];
    }
}
// CHECK: stencil ksn_split_{{[0-9a-f]+}}_two_1 rank 1
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param n : i32 = n
// CHECK-NEXT: field b : f32 at b x:? stride 1
// CHECK-NEXT: field c : f32 at c x:? stride 1
// CHECK-NEXT: field a : f32 at a x:? stride 1
// CHECK-NEXT: time t from 0 to steps step 1
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: c[+0] := b[+1]
// CHECK-NEXT: stage x in [1, n - 1)
// CHECK-NEXT: b[+0] := (0.5 * a[+0])
