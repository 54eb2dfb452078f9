// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// The step chooses the array: each residue is a field, and the names rotate.
static float A[2][64], B[3][64];
void parity(int from, int to) {
#pragma stencil
  for (int t = from; t < to; t++)
    for (int i = 1; i < 63; i++)
      A[(t + 1) % 2][i] = A[t % 2][i - 1] + A[t & 1][i + 1];
}
void flip(int to) {
#pragma stencil
  for (int t = 0; t < to; t++) {
    int now = t % 2, next = 1 - now;
    for (int i = 1; i < 63; i++)
      A[next][i] = A[now][i - 1];
  }
}
void three(int to) {
#pragma stencil
  for (int t = 1; t < to; t++)
    for (int i = 1; i < 63; i++)
      B[(t + 1) % 3][i] = B[t % 3][i - 1] - B[(t + 2) % 3][i];
}
void tables(double *u[2], int n, int to) {
#pragma stencil
  for (int t = 0; t < to; t++)
    for (int i = 1; i < n - 1; i++)
      u[(t + 1) % 2][i] = u[t % 2][i - 1];
}
// A value computed from the step selects nothing, and may be negative; the same remainder as a selector may not.
static float C[64];
void values(int from, int to) {
#pragma stencil
  for (int t = from; t < to; t++)
    for (int i = 1; i < 63; i++) {
      int unused = (2 - t) % 3, late = (t - 7) % 2;
      C[i] = C[i] * 0.5f + late;
    }
}
void both(int from, int to) {
#pragma stencil
  for (int t = from; t < to; t++) {
    int now = t % 2;
    for (int i = 1; i < 63; i++) {
      int late = (t - 7) % 2, next = 1 - now;
      A[next][i] = A[now][i - 1] + late;
    }
  }
}

// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_parity_1 rank 1
// CHECK-NEXT:   param from : i32 = from
// CHECK-NEXT:   param to : i32 = to
// CHECK-NEXT:   field A_0 : f32 at &A[(from) % 2][0] x:64 stride 1 object A/0
// CHECK-NEXT:   field A_1 : f32 at &A[(from + 1) % 2][0] x:64 stride 1 object A/1
// CHECK-NEXT:   guard from >= 0
// CHECK-NEXT:   time t from from to to step 1
// CHECK-NEXT:   stage x in [1, 63)
// CHECK-NEXT:     A_1[+0] := (A_0[-1] + A_0[+1])
// CHECK-NEXT:   then A_0 <- A_1
// CHECK-NEXT:   then A_1 <- A_0
// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_flip_1 rank 1
// CHECK-NEXT:   param to : i32 = to
// CHECK-NEXT:   field A_0 : f32 at &A[0][0] x:64 stride 1 object A/0
// CHECK-NEXT:   field A_1 : f32 at &A[1][0] x:64 stride 1 object A/1
// CHECK-NEXT:   time t from 0 to to step 1
// CHECK-NEXT:   stage x in [1, 63)
// CHECK-NEXT:     A_1[+0] := A_0[-1]
// CHECK-NEXT:   then A_0 <- A_1
// CHECK-NEXT:   then A_1 <- A_0
// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_three_1 rank 1
// CHECK-NEXT:   param to : i32 = to
// CHECK-NEXT:   field B_0 : f32 at &B[1][0] x:64 stride 1 object B/0
// CHECK-NEXT:   field B_1 : f32 at &B[2][0] x:64 stride 1 object B/1
// CHECK-NEXT:   field B_2 : f32 at &B[0][0] x:64 stride 1 object B/2
// CHECK-NEXT:   time t from 1 to to step 1
// CHECK-NEXT:   stage x in [1, 63)
// CHECK-NEXT:     B_1[+0] := (B_0[-1] - B_2[+0])
// CHECK-NEXT:   then B_0 <- B_1
// CHECK-NEXT:   then B_1 <- B_2
// CHECK-NEXT:   then B_2 <- B_0
// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_tables_1 rank 1
// CHECK-NEXT:   param to : i32 = to
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field u_0 : f64 at &u[0][0] x:? stride 1
// CHECK-NEXT:   field u_1 : f64 at &u[1][0] x:? stride 1
// CHECK-NEXT:   time t from 0 to to step 1
// CHECK-NEXT:   stage x in [1, n - 1)
// CHECK-NEXT:     u_1[+0] := u_0[-1]
// CHECK-NEXT:   then u_0 <- u_1
// CHECK-NEXT:   then u_1 <- u_0
// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_values_1 rank 1
// CHECK-NEXT:   param from : i32 = from
// CHECK-NEXT:   param to : i32 = to
// CHECK-NEXT:   field C : f32 at C x:64 stride 1 object C
// CHECK-NEXT:   time t from from to to step 1
// CHECK-NEXT:   stage x in [1, 63)
// CHECK-NEXT:     i32 late = ((time - 7) % 2)
// CHECK-NEXT:     C[+0] := ((C[+0] * 0.5) + f32(late))
// CHECK-LABEL: stencil ksn_phases_{{[0-9a-f]+}}_both_1 rank 1
// CHECK:        guard from >= 0
// CHECK-NEXT:   time t from from to to step 1
