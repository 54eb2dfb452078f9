// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct cell {
  float x, y;
};
void f(int n, struct cell *A, float *B) {
#pragma stencil
  for (int i = 0; i < n; i++)
// CHECK: array_of_structs.c:[[@LINE+1]]:12: error: 'float' as an array element is not supported yet; keep one array per member
    B[i] = A[i].x;
}
