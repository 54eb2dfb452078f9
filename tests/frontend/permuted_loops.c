// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// The axes come from the arrays' memory order: loops in any order give the same program, and a decreasing loop the same
// domain.
void rowsFirst(int n, float (*A)[n], float (*B)[n], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 2; i < n; i++)
        B[j][i] = A[j - 1][i] + A[j][i - 2];
}
void columnsFirst(int n, float (*A)[n], float (*B)[n], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int a = n - 1; a >= 2; --a)
      for (int b = 1; n - 2 >= b; b += 1)
        B[b][a] = A[b - 1][a] + A[b][a - 2];
}

// CHECK-LABEL: stencil ksn_permuted_loops_{{[0-9a-f]+}}_rowsFirst_1 rank 2
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field A : f32 at &A[0][0] y:? stride n x:n stride 1
// CHECK-NEXT:   field B : f32 at &B[0][0] y:? stride n x:n stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage y in [1, n - 1) x in [2, n)
// CHECK-NEXT:     B[+0][+0] := (A[-1][+0] + A[+0][-2])
// CHECK-LABEL: stencil ksn_permuted_loops_{{[0-9a-f]+}}_columnsFirst_1 rank 2
// CHECK-NEXT:   param steps : i32 = steps
// CHECK-NEXT:   param n : i32 = n
// CHECK-NEXT:   field A : f32 at &A[0][0] y:? stride n x:n stride 1
// CHECK-NEXT:   field B : f32 at &B[0][0] y:? stride n x:n stride 1
// CHECK-NEXT:   time t from 0 to steps step 1
// CHECK-NEXT:   stage y in [1, n - 1) x in [2, n)
// CHECK-NEXT:     B[+0][+0] := (A[-1][+0] + A[+0][-2])
