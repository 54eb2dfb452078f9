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

// What the conditions in the cells exclude is no neighbour of another step; the row before has an index of its own.
void rule(int nx, int steps, unsigned char *cells, int number) {
#pragma stencil
  for (int t = 1; t < steps; t++)
    for (int i = 0; i < nx; i++) {
      int before = (t - 1) * nx + i;
      int left = i ? cells[before - 1] : 0, right = i < nx - 1 ? cells[before + 1] : 0;
      cells[t * nx + i] = number >> (left * 4 + cells[before] * 2 + right) & 1;
    }
}
// CHECK-LABEL: stencil ksn_histories_{{[0-9a-f]+}}_rule_1 rank 1
// CHECK-NOT:     time
// CHECK:         stage x in [nx*t, nx*t + nx)
// CHECK:         (index0 - (i64(nx) * i64(t))) != 0

// Conditions over elements decide nothing about steps, and a loop may count down.
void paths(int w, int h, int least[h][w], const int cost[h][w]) {
#pragma stencil
  for (int y = h - 2; y >= 0; y--)
    for (int x = 1; x < w; x++)
      least[y][x] = cost[y][x] + (least[y + 1][x] < least[y + 1][x - 1] ? least[y + 1][x] : least[y + 1][x - 1]);
}
// CHECK-LABEL: stencil ksn_histories_{{[0-9a-f]+}}_paths_1 rank 1
// CHECK-NOT:     time
// CHECK:         stage x in [1, w)

// Cells that are made from those before them in their row, too, are no steps: rows are made together.
void common(int n, int m, int l[n][m], const char *a, const char *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (a[i - 1] == b[j - 1])
        l[i][j] = l[i - 1][j - 1] + 1;
      else
        l[i][j] = l[i - 1][j] > l[i][j - 1] ? l[i - 1][j] : l[i][j - 1];
}
// CHECK-LABEL: stencil ksn_histories_{{[0-9a-f]+}}_common_1 rank 2
