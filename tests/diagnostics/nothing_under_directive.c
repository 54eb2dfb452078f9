// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(void) {
  int x;
// CHECK: nothing_under_directive.c:[[@LINE+1]]:9: error: no loop follows '#pragma stencil'; put it on the line before the time loop or the loop nest
#pragma stencil
  x = 1;
  (void)x;
}
