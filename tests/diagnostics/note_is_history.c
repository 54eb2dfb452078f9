// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void history(int n, int steps, float (*u)[n]) {
#pragma stencil
  for (int s = 0; s < steps; s++)
    for (int i = 1; i < n - 1; i++) {
// CHECK: note_is_history.c:[[@LINE+1]]:39: error: 'u' is read here at a cell that this loop nest stores in another iteration
      u[s + 1][i] = (s > 0 ? 2 : 1) * u[s][i] - u[s - 1][i] + 0.5f * (u[s][i - 1] + u[s][i + 1]);
// CHECK: note_is_history.c:[[@LINE-1]]:7: note: 'u' is stored here
// CHECK: note_is_history.c:[[@LINE-5]]:3: note: each iteration over 's' reads 'u' of earlier ones only: where it counts steps, two arrays that are swapped behind the nest are enough, and it is the time loop
    }
}
