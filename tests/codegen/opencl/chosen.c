// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a condition chooses between a stored element and one of another array, compilers hear nothing of distinct memory.
// RUN: %kasane %s --target=opencl --schedule=sweep -o-dir %t && FileCheck %s < %t/chosen.kasane.opencl.c

static float A[64], B[64], C[64];

void chosen(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 63; i++) {
      A[i] = 0.5f * (A[i] + C[i - 1]);
      B[i] = i % 3 ? A[i] : C[i];
    }
    for (int i = 1; i < 63; i++)
      C[i] = B[i] + C[i];
  }
}

// CHECK-LABEL: _sweep0(
// CHECK: __global float *A,
// CHECK: __global const float *C
// CHECK-LABEL: _sweep1(
// CHECK: __global float *restrict C
