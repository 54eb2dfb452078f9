// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Flat arrays: through a macro, an index in a local variable, a row pointer; numbers split to the nearest cell.
#define AT(A, k, j, i) A[((k) * ny + (j)) * nx + (i)]
void macro(int nx, int ny, int nz, const double *A, double *B) {
#pragma stencil
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        AT(B, k, j, i) = AT(A, k - 1, j, i) + AT(A, k, j + 1, i) + AT(A, k, j, i - 1);
}
void variable(int nx, int ny, const double *A, double *B) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    int row = j * nx;
    for (int i = 1; i < nx - 1; i++) {
      int c = row + i;
      B[c] = A[c - 1] + A[c + nx] + A[c - nx + 1];
    }
  }
}
void rows(int nx, int ny, const double *A, double *B) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    const double *above = A + (j - 1) * nx, *here = &A[j * nx];
    for (int i = 1; i < nx - 1; i++)
      B[j * nx + i] = above[i] + *(here + i + 1);
  }
}
static int C[60 * 50], D[60 * 50];
void numbers(void) {
#pragma stencil
  for (int j = 1; j < 49; j++)
    for (int i = 1; i < 59; i++)
      D[60 * j + i] = C[60 * j + i - 61] + C[60 * j + i + 59];
}

// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_macro_1 rank 3
// CHECK-NEXT:   param nz : i32 = nz
// CHECK-NEXT:   param ny : i32 = ny
// CHECK-NEXT:   param nx : i32 = nx
// CHECK-NEXT:   field A : f64 at A z:? stride nx*ny y:ny stride nx x:nx stride 1
// CHECK-NEXT:   field B : f64 at B z:? stride nx*ny y:ny stride nx x:nx stride 1
// CHECK-NEXT:   stage z in [1, nz - 1) y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT:     B[+0][+0][+0] := ((A[-1][+0][+0] + A[+0][+1][+0]) + A[+0][+0][-1])
// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_variable_1 rank 2
// CHECK-NEXT:   param ny : i32 = ny
// CHECK-NEXT:   param nx : i32 = nx
// CHECK-NEXT:   field A : f64 at A y:? stride nx x:nx stride 1
// CHECK-NEXT:   field B : f64 at B y:? stride nx x:nx stride 1
// CHECK-NEXT:   stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT:     B[+0][+0] := ((A[+0][-1] + A[+1][+0]) + A[-1][+1])
// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_rows_1 rank 2
// CHECK-NEXT:   param ny : i32 = ny
// CHECK-NEXT:   param nx : i32 = nx
// CHECK-NEXT:   field A : f64 at A y:? stride nx x:nx stride 1
// CHECK-NEXT:   field B : f64 at B y:? stride nx x:nx stride 1
// CHECK-NEXT:   stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT:     B[+0][+0] := (A[-1][+0] + A[+0][+1])
// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_numbers_1 rank 2
// CHECK-NEXT:   field C : i32 at C y:50 stride 60 x:60 stride 1 object C
// CHECK-NEXT:   field D : i32 at D y:50 stride 60 x:60 stride 1 object D
// CHECK-NEXT:   stage y in [1, 49) x in [1, 59)
// CHECK-NEXT:     D[+0][+0] := (C[-1][-1] + C[+1][-1])

// One loop over all structs of a flat array goes by its rows, too.
typedef struct {
  double now, next;
} Cell;
void structs(int w, int h, int steps, Cell *g) {
  int n = w * h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        g[y * w + x].next = g[y * w + x - 1].now + g[(y + 1) * w + x].now;
    for (int k = 0; k < n; k++)
      g[k].now = g[k].next;
  }
}
// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_structs_1 rank 2
// CHECK:         stage y in [0, h) x in [0, w)
// CHECK-NEXT:      g_0[+0][+0] := g_1[+0][+0]

// Rows of a known length, of which the step's own diagonal is k * 37.
static double square[36 * 36];
void eliminate(void) {
#pragma stencil
  for (int k = 0; k < 36; k++)
    for (int i = k + 1; i < 36; i++) {
      double m = square[i * 36 + k] / square[k * 36 + k];
      for (int j = k + 1; j < 36; j++)
        square[i * 36 + j] -= m * square[k * 36 + j];
    }
}
// CHECK-LABEL: stencil ksn_flat_arrays_{{[0-9a-f]+}}_eliminate_1 rank 2
// CHECK:           f64 m = (square[+0][= @t]' / square[= @t][= @t]')
