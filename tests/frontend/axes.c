// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// The fastest axis of the arrays is x, whatever the loops are called and however they are nested; an array of one row is
// a field with one axis.
void weigh(int n, int m, float (*restrict out)[n], float (*restrict in)[n], const float *restrict weight) {
#pragma stencil
  for (int column = 0; column < n; column++)
    for (int row = m - 1; row >= 1; row--)
      out[row][column] = weight[row] * in[row - 1][column];
}
// CHECK: stencil ksn_axes_{{[0-9a-f]+}}_weigh_1 rank 2
// CHECK-NEXT: param n : i32 = n
// CHECK-NEXT: param m : i32 = m
// CHECK-NEXT: field weight : f32 at weight y:? stride 1
// CHECK-NEXT: field in : f32 at &in[0][0] y:? stride n x:n stride 1
// CHECK-NEXT: field out : f32 at &out[0][0] y:? stride n x:n stride 1
// CHECK-NEXT: stage y in [1, m) x in [0, n)
// CHECK-NEXT: out[+0][+0] := (weight[+0][+0] * in[-1][+0])
