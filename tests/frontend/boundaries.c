// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Nests over planes: the missing axis is one cell wide; planes at no constant distance are stages of their own.
void f(int nx, int ny, float (*A)[nx], float *b, float wall) {
#pragma stencil
  {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = b[j * nx + i] - 1;
    for (int j = 0; j < ny; j++) {
      A[j][0] = A[j][1];
      A[j][nx - 1] = wall;
    }
    for (int i = 0; i < nx; i++)
      b[(ny - 1) * nx + i] = b[(ny - 2) * nx + i];
    for (int j = 0; j < ny; j++)
      b[j * nx + nx - 1] = b[j * nx + nx - 2];
  }
}

// Rows of a flat box whose planes have `ny - 1` of them: both stores are stages, and no cell of the one is looked at
// by the other.
void g(int nx, int ny, int side, float *u, float *old) {
#pragma stencil
  for (int j = 0; j < ny - 1; j++)
    for (int i = 0; i < nx; i++) {
      u[(side * (ny - 1) + j) * nx + i] = old[j * nx + i];
      old[j * nx + i] = u[((side + 1) * (ny - 1) + j) * nx + i];
    }
}

// Both edges get what row 1 has. It is none of them: the other nest has cells.
void h(int nx, int ny, float (*A)[nx], const float *b) {
#pragma stencil
  {
    for (int i = 0; i < nx; i++)
      A[0][i] = A[ny - 1][i] = A[1][i];
    for (int j = 2; j < ny - 2; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = b[j * nx + i] - 1;
  }
}

// CHECK-LABEL: stencil ksn_boundaries_{{[0-9a-f]+}}_f_1 rank 2
// CHECK-NEXT:   param ny : i32 = ny
// CHECK-NEXT:   param nx : i32 = nx
// CHECK-NEXT:   param wall : f32 = wall
// CHECK-NEXT:   field b : f32 at b y:? stride nx x:nx stride 1
// CHECK-NEXT:   field A : f32 at &A[0][0] y:? stride nx x:nx stride 1
// CHECK-NEXT:   stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT:     A[+0][+0] := (b[+0][+0] - f32(1))
// CHECK-NEXT:   stage y in [0, ny) x in [0, 1)
// CHECK-NEXT:     A[+0][+0] := A[+0][+1]
// CHECK-NEXT:   stage y in [0, ny) x in [nx - 1, nx)
// CHECK-NEXT:     A[+0][+0] := wall
// CHECK-NEXT:   stage y in [ny - 1, ny) x in [0, nx)
// CHECK-NEXT:     b[+0][+0] := b[-1][+0]
// CHECK-NEXT:   stage y in [0, ny) x in [nx - 1, nx)
// CHECK-NEXT:     b[+0][+0] := b[+0][-1]

// CHECK-LABEL: stencil ksn_boundaries_{{[0-9a-f]+}}_g_1 rank 2
// CHECK:        stage y in [ny*side - side, ny*side - side + ny - 1) x in [0, nx)
// CHECK-NEXT:     u[+0][+0] := old[-ny*side + side][+0]
// CHECK-NEXT:   stage y in [0, ny - 1) x in [0, nx)
// CHECK-NEXT:     old[+0][+0] := u[ny*side - side + ny - 1][+0]

// CHECK-LABEL: stencil ksn_boundaries_{{[0-9a-f]+}}_h_1
// CHECK:        stage y in [ny - 1, ny) x in [0, nx)
// CHECK-NEXT:     f32 value = A[-ny + 2][+0]
// CHECK-NEXT:     A[+0][+0] := value
// CHECK-NEXT:   stage y in [0, 1) x in [0, nx)
// CHECK-NEXT:     f32 value = A[+1][+0]
// CHECK-NEXT:     A[+0][+0] := value
