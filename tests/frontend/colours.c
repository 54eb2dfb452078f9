// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// Loops in strides visit the cells that are congruent to their first value; what is skipped stands under the opposite.
void relax(int nx, int ny, int steps, float s[steps], float (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 2; c++)
      for (int j = 1; j < ny - 1; j++) {
        if (j == 3)
          continue;
        for (int i = 1 + (j + c) % 2; i < nx - 1; i += 2)
          u[j][i] = 0.5f * (u[j][i - 1] + u[j - 1][i]) + s[t];
      }
}
// CHECK: field s_table : f32 at s [0, steps)
// CHECK: step f32 s_now = s_table[i64(time)]
// CHECK: stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK-NEXT: if (i32(index1) == 3)
// CHECK-NEXT: else
// CHECK-NEXT: if (((index0 - i64((1 + ((i32(index1) + 0) % 2)))) % 2) == 0)
// CHECK-NEXT: u[+0][+0] := ((0.5 * (u[+0][-1] + u[-1][+0])) + s_now)
// CHECK: stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK: if (((index0 - i64((1 + ((i32(index1) + 1) % 2)))) % 2) == 0)
