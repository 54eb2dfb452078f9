// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// The shortest form: fields, extents, offsets, the rotation and the parameters are all inferred.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = A[j][i] + c * (A[j][i - 1] + A[j + 1][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: stencil ksn_swap_{{[0-9a-f]+}}_heat_1 rank 2
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param ny : i32 = ny
// CHECK-NEXT: param nx : i32 = nx
// CHECK-NEXT: param c : f32 = c
// CHECK-NEXT: field A : f32 at &A[0][0] y:? stride nx x:nx stride 1
// CHECK-NEXT: field B : f32 at &B[0][0] y:? stride nx x:nx stride 1
// CHECK-NEXT: time t from 0 to steps step 1
// CHECK-NEXT: stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT: B[+0][+0] := (A[+0][+0] + (c * (A[+0][-1] + A[+1][+0])))
// CHECK-NEXT: then A <- B
// CHECK-NEXT: then B <- A
