// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Arrays that keep every step: the region is what one round of the loop around does.
void wave(int nx, int steps, double u[steps][nx], double c) {
  int n, i;
#pragma stencil
  for (n = 1; n < steps - 1; n++)
    for (i = 1; i < nx - 1; i++)
      u[n + 1][i] = 2 * u[n][i] - u[n - 1][i] + c * (u[n][i + 1] - 2 * u[n][i] + u[n][i - 1]);
}
// CHECK-LABEL: stencil ksn_histories_{{[0-9a-f]+}}_wave_1 rank 1
// CHECK-NOT:     time
// CHECK:         stage x in [1, nx - 1)

// The edges of a step, and a flat array.
void heat(int nx, int steps, double *u) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    u[(t + 1) * nx] = 1;
    u[(t + 1) * nx + nx - 1] = 2;
    for (int i = 1; i < nx - 1; i++)
      u[(t + 1) * nx + i] = 0.5 * (u[t * nx + i - 1] + u[t * nx + i + 1]);
  }
}
// CHECK-LABEL: stencil ksn_histories_{{[0-9a-f]+}}_heat_1 rank 1
// CHECK-NOT:     time
