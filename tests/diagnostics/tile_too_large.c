// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, float A[n][n][n], float B[n][n][n]) {
// CHECK: tile_too_large.c:[[#@LINE+1]]:35: error: tile 4096x4096x4096 has more than 1073741824 cells; take a smaller one
#pragma stencil schedule(overlap) tile(4096, 4096, 4096)
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        B[k][j][i] = A[k][j][i - 1] + A[k][j][i + 1];
}
