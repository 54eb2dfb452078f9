// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Both time levels in one array: two fields that change places, bound by the first step's parity.
static float A[2][40][50];
void heat(int from, int to) {
#pragma stencil
  for (int t = from; t < to; t++)
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < 49; i++)
        A[(t + 1) % 2][j][i] = 0.5f * (A[t % 2][j - 1][i] + A[t % 2][j + 1][i]);
}
// CHECK: stencil ksn_parity_{{[0-9a-f]+}}_heat_1 rank 2
// CHECK-NEXT: param from : i32 = from
// CHECK-NEXT: param to : i32 = to
// CHECK-NEXT: field A_0 : f32 at &A[(from) % 2][0][0] y:40 stride 50 x:50 stride 1 object A{{[#0-9]*}}/0
// CHECK-NEXT: field A_1 : f32 at &A[(from + 1) % 2][0][0] y:40 stride 50 x:50 stride 1 object A{{[#0-9]*}}/1
// CHECK-NEXT: guard from >= 0
// CHECK-NEXT: time t from from to to step 1
// CHECK-NEXT: stage y in [1, 39) x in [1, 49)
// CHECK-NEXT: A_1[+0][+0] := (0.5 * (A_0[-1][+0] + A_0[+1][+0]))
// CHECK-NEXT: then A_0 <- A_1
// CHECK-NEXT: then A_1 <- A_0
