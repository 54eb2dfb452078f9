// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// A width that the file gives a variable is that number where loops over ghost cells end by it, and the call asks.
static int width = 2;

void f(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < width; k++) {
      a[k] = a[2 * width - 1 - k];
      a[n + width + k] = a[n + width - 1 - k];
    }
    for (int i = width; i < n + width; i++)
      b[i] = a[i - 1] + a[i + 2];
    for (int i = width; i < n + width; i++)
      a[i] = b[i];
  }
}

// CHECK-LABEL: stencil ksn_known_numbers_{{[0-9a-f]+}}_f_1 rank 1
// CHECK:   param [[ASKED:[a-z_0-9]+]] : i32 = (width == 2)
// CHECK:   guard [[ASKED]] - 1 >= 0
// CHECK:   stage x in [0, 1)
// CHECK-NEXT:     a[+0] := a[+3]
// CHECK:   stage x in [1, 2)
// CHECK-NEXT:     a[+0] := a[+1]
// CHECK:   stage x in [2, n + 2)
