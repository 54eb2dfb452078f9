// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// A subscript with one value in a step, which is no polynomial, leads anywhere along a dimension whose extent is known.
static float clim[12][20][30], wind[12];
void year(int nx, int ny, int days, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int day = 0; day < days; day++) {
    int m = (day / 30) % 12;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i] + clim[m][j][i] * wind[m];
    float (*c)[nx] = a;
    a = b;
    b = c;
  }
}
// CHECK: field clim_table : f32 at &clim[0][0][0] [31, 30*ny + nx + 6539)
// CHECK: field wind_table : f32 at wind [0, 12)
// CHECK: step i32 m = ((time / 30) % 12)
// CHECK: step f32 wind_now = (((i64(m) >= 0) && (i64(m) < 12)) ? wind_table[i64(m)] : f32(0))
// CHECK: b[+0][+0] := (a[+0][+0] + ((((i64(m) >= 0) && (i64(m) < 12)) ? clim_table[((((i64(m) * 20) + index1) * 30) + index0)] : f32(0)) * wind_now))
