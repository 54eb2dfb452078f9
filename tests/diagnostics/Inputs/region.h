// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static void f(int n, float *A, float *B) {
#pragma stencil
  for (int i = 0; i < n; i++)
    B[i] = A[i];
}
