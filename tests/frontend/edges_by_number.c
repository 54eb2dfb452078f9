// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// Loops along the edges of a small array: they are nests, neither written out nor run as they are. A loop is no walk
// along what it stores where that lies behind its end.
#define N 16
#define IX(i, j) ((i) + (N + 2) * (j))
void heat(int steps, float u[(N + 2) * (N + 2)], float v[(N + 2) * (N + 2)]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++)
        v[IX(i, j)] = 0.25f * (u[IX(i - 1, j)] + u[IX(i + 1, j)] + u[IX(i, j - 1)] + u[IX(i, j + 1)]);
    for (int i = 1; i <= N; i++)
      v[IX(i, N + 1)] = v[IX(i, N)];
    for (int j = 0; j <= N + 1; j++)
      for (int i = 0; i <= N + 1; i++)
        u[IX(i, j)] = v[IX(i, j)];
  }
}
// CHECK-LABEL: stencil ksn_edges_by_number_{{[0-9a-f]+}}_heat_1 rank 2
// CHECK-NOT:     host code
// CHECK:         stage y in [1, 17) x in [1, 17)
// CHECK:         stage y in [17, 18) x in [1, 17)
// CHECK-NEXT:      v[+0][+0] := v[-1][+0]
// CHECK-NEXT:    stage y in [0, 18) x in [0, 18)
// CHECK-NOT:     stage
