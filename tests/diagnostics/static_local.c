// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *A, float *B, int steps) {
#pragma stencil
  for (int i = 0; i < n; i++) {
// CHECK: static_local.c:[[@LINE+1]]:5: error: 's' is a static variable declared inside of the region; declare it before the region
    static float s = 1;
    B[i] = s;
  }
}
