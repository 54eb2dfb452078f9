// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static int at;
static double smooth(int n, double *u, double *v) {
  double most = 0;
  for (int i = 1; i < n - 1; i++) {
    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    most = v[i] > most ? v[i] : most;
  }
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
  at++; // C leaves open whether `at` is looked at before
  return most;
}
void f(int n, int steps, double *u, double *v, double *tops) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    tops[at] = smooth(n, u, v);
  // CHECK: loops_in_store.c:[[@LINE-1]]:5: error: a function that goes over cells is called here in the midst of a store to an element; give the call's value to a variable of the step first, 'x = f(..);', and store that, at a place that the function leaves alone
}
