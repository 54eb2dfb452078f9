// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Loops over tiles are read as the loops over all cells that they are.
#define N 64
#define B 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))

// The lower one of the tile's end and the loop's.
void lower(int n, int size, int steps, float (*u)[n], float (*v)[n]) {
  int ii, jj, i, j;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (jj = 1; jj < n - 1; jj += size)
      for (ii = 1; ii < n - 1; ii += size)
        for (j = jj; j < MIN(jj + size, n - 1); j++)
          for (i = ii; i < MIN(ii + size, n - 1); i++)
            v[j][i] = u[j][i - 1] + u[j + 1][i];
    float(*w)[n] = u;
    u = v;
    v = w;
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_lower_1 rank 2
// CHECK:       param asked : i32 = (size > 0)
// CHECK:       guard asked - 1 >= 0
// CHECK:       stage y in [1, n - 1) x in [1, n - 1)
// CHECK-NEXT:    v[+0][+0] :=

// Whole tiles, which the call has to ask for, or which numbers tell.
void whole(int n, int size, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int ii = 0; ii < n; ii += size)
      for (int i = ii; i < ii + size; i++)
        v[i] = u[i];
    for (int b = 0; b < n / size; b++)
      for (int i = b * size; i < (b + 1) * size; i++)
        u[i] = 2 * v[i];
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_whole_1 rank 1
// CHECK:       param asked : i32 = (size > 0)
// CHECK:       param asked_2 : i32 = (((size)) != 0 ? (((n) - (0)) % (size) == 0) : 0)
// CHECK:       param asked_3 : i32 = (((size)) != 0 ? ((n) % (size) == 0) : 0)
// CHECK:       stage x in [0, n)
// CHECK:       stage x in [0, n)

float a[N][N], b[N][N];
void numbers(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int jj = 0; jj < N / B; jj++)
      for (int j = jj * B; j < jj * B + B; j++)
        for (int i = 0; i < N; i++)
          b[j][i] = a[j][i];
    for (int ii = 0; ii < N; ii += 3) // and some cells of the last tile
      for (int j = 0; j < N; j++)
        for (int i = ii; i < ii + 3; i++)
          if (i < N)
            a[j][i] = b[j][i];
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_numbers_1 rank 2
// CHECK-NOT:   param asked
// CHECK:       stage y in [0, 64) x in [0, 64)
// CHECK:       stage y in [0, 64) x in [0, 64)
// CHECK-NEXT:    if (i32(index0) < 64)

// A number of tiles with the last one cut off, and a tile that ends a cell before the loop does.
void cut(int n, int size, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int tiles = (n + size - 1) / size;
    for (int b = 0; b < tiles; b++)
      for (int i = b * size; i < MIN(b * size + size, n); i++)
        v[i] = u[i];
    for (int ii = 0; ii < n; ii += size)
      for (int i = ii; i < MIN(ii + size, n - 1); i++)
        u[i] = 2 * v[i];
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_cut_1 rank 1
// CHECK:       param asked_{{[0-9]+}} : i32 = ((size) != 0 ? (n <= ((((n + size - 1) / size)) * (size))) : 0)
// CHECK:       stage x in [0, n)
// CHECK:       stage x in [0, n - 1)

// In an arm the size is asked for where the arm is taken.
void inArm(int n, int tiling, int size, float (*restrict u)[n], float (*restrict v)[n]) {
#pragma stencil
  for (int t = 0; t < 3; t++) {
    if (!tiling)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          v[j][i] = u[j][i - 1];
    else
      for (int jj = 1; jj < n - 1; jj += size)
        for (int j = jj; j < MIN(jj + size, n - 1); j++)
          for (int i = 1; i < n - 1; i++)
            v[j][i] = u[j][i - 1];
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j][i] = v[j][i];
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_inArm_1 rank 2
// CHECK:       param asked : i32 = (!{{.*}}tiling{{.*}} || {{.*}}size > 0{{.*}})

// Tiles by number that end by their places.
void places(int n, int size, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int b = 0; b * size < n; b++)
      for (int i = b * size; i < (b + 1) * size && i < n; i++)
        v[i] = u[i];
    for (int b = 1; 8 * b <= n - 1; b++)
      for (int i = b * 8; i < b * 8 + 8; i++)
        u[i] = 2 * v[i];
  }
}
// CHECK-LABEL: stencil ksn_hand_tiles_{{[0-9a-f]+}}_places_1 rank 1
// CHECK-DAG:   param [[POSITIVE:asked[_0-9]*]] : i32 = (size > 0)
// CHECK-DAG:   param [[WHOLE:asked[_0-9]*]] : i32 =
// CHECK-DAG:   guard [[POSITIVE]] - 1 >= 0
// CHECK-DAG:   guard [[WHOLE]] - 1 >= 0
// CHECK:       stage x in [0, n)
// CHECK:       stage x in [8, n)
