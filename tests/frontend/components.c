// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Leading constant dimensions and interleaved arrays: a field for each component.
void f(int n, float a[3][n][n], double *uv) {
#pragma stencil
  {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        a[2][j][i] = a[0][j][i - 1] + a[1][j + 1][i];
    for (int i = 1; i < n - 1; i++)
      uv[2 * i + 1] = uv[2 * i] - uv[2 * (i - 1)];
  }
}

// CHECK-LABEL: stencil ksn_components_{{[0-9a-f]+}}_f_1 rank 2
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field a_0 : f32 at &a[0][0][0] y:n stride n x:n stride 1
// CHECK-NEXT:   field a_1 : f32 at &a[1][0][0] y:n stride n x:n stride 1
// CHECK-NEXT:   field a_2 : f32 at &a[2][0][0] y:n stride n x:n stride 1
// CHECK-NEXT:   field uv_0 : f64 at uv x:? stride 2
// CHECK-NEXT:   field uv_1 : f64 at &uv[1] x:? stride 2
// CHECK-NEXT:   stage y in [1, n - 1) x in [1, n - 1)
// CHECK-NEXT:     a_2[+0][+0] := (a_0[+0][-1] + a_1[+1][+0])
// CHECK-NEXT:   stage y in [0, 1) x in [1, n - 1)
// CHECK-NEXT:     uv_1[+0][+0] := (uv_0[+0][+0] - uv_0[+0][-1])
