// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float f(int n, float *A, float *B, int steps) {
  float s = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float half = 0.5f * t;
// CHECK: step_scalar_live.c:[[@LINE+1]]:5: error: 's' is read after the region, and its last value cannot be made again from the step alone; declare 's' inside of the time loop
    s = half + 1;
    for (int i = 0; i < n; i++)
      B[i] = A[i] + s;
  }
  return s;
}
