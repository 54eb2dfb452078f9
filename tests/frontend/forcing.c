// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// An array with a value for each step and cell has no axes: its elements are found by one index, which holds the time.
void forced(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], const float (*f)[ny][nx], const float *g) {
#pragma stencil
  for (int t = 1; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i] + f[t][j][i] + f[t - 1][j][i + 1] - g[(t * ny + j) * nx + i];
    float (*c)[nx] = a;
    a = b;
    b = c;
  }
}
// CHECK: field f_table : f32 at &f[0][0][0] [nx*ny + nx + 1, nx*ny*steps - nx - 1) [nx + 2, nx*ny*steps - nx*ny - nx)
// CHECK-NEXT: field g_table : f32 at g [nx*ny + nx + 1, nx*ny*steps - nx - 1)
// CHECK: guard nx*ny >= 0
// CHECK: b[+0][+0] := (((a[+0][+0] + f_table[
