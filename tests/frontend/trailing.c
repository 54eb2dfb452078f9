// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// Indices that follow a cyclic one share its states. Where they have a value before the first step, it must fit.
static float u[3][50], v[3][50];

void follow(int n, int steps, int prev, int cur, int next) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[next][i] = u[cur][i - 1] + u[prev][i + 1];
    prev = cur;
    cur = next;
    next = (cur + 1) % 3;
  }
}
// CHECK: guard prev_first - next_plus_1 >= 0
// CHECK: guard -prev_first + next_plus_1 >= 0
// CHECK: guard -next_plus_2 + cur_first >= 0
// CHECK: guard next_plus_2 - cur_first >= 0
// CHECK: u_next_first[+0] := (u_next_plus_2[-1] + u_next_plus_1[+1])
// CHECK: then u_next_plus_2 <- u_next_first

void first(int n, int steps, int cur) {
  int next;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    next = (cur + 1) % 3;
    for (int i = 1; i < n - 1; i++)
      v[next][i] = v[cur][i - 1];
    cur = next;
  }
}
// CHECK-LABEL: first_1 rank 1
// CHECK-NOT: next
// CHECK: v_cur_plus_1[+0] := v_cur_first[-1]
