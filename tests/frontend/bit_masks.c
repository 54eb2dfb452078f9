// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// Only the last bit of a step's number says which level it is.
void masks(int n, int steps, float u[2][n], float v[4][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      // CHECK: bit_masks.c:[[@LINE+1]]:23: error: the row or column that a step looks at here is not one further
      u[t & 1][i] = u[(t ^ 1) & 0][i - 1] + u[(t ^ 1) & 1][i + 1];
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      // CHECK: bit_masks.c:[[@LINE+1]]:9: error: the row or column that a step looks at here
      v[(t ^ 1) & 3][i] = v[t & 3][i - 1] + v[t & 3][i + 1];
}
