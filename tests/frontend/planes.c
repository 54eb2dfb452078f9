// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Loops over edges are stages with one cell along the missing axis.
void walls(int nx, int ny, int steps, float a[ny][nx], float b[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.5f * (a[j][i - 1] + a[j][i + 1]);
    for (int i = 0; i < nx; i++) {
      b[0][i] = b[1][i];
      b[ny - 1][i] = 1.0f;
    }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = b[j][i];
  }
}
// CHECK: stencil ksn_planes_{{[0-9a-f]+}}_walls_1 rank 2
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param ny : i32 = ny
// CHECK-NEXT: param nx : i32 = nx
// CHECK-NEXT: field a : f32 at &a[0][0] y:? stride nx x:nx stride 1
// CHECK-NEXT: field b : f32 at &b[0][0] y:? stride nx x:nx stride 1
// CHECK-NEXT: time t from 0 to steps step 1
// CHECK-NEXT: stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT: b[+0][+0] := (0.5 * (a[+0][-1] + a[+0][+1]))
// CHECK-NEXT: stage y in [0, 1) x in [0, nx)
// CHECK-NEXT: b[+0][+0] := b[+1][+0]
// CHECK-NEXT: stage y in [ny - 1, ny) x in [0, nx)
// CHECK-NEXT: b[+0][+0] := 1
// CHECK-NEXT: stage y in [0, ny) x in [0, nx)
// CHECK-NEXT: a[+0][+0] := b[+0][+0]
