// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void heat(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = 0.4f * A[k][j][i] + 0.1f * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] + A[k - 1][j][i] + A[k + 1][j][i]);
    float(*swap)[ny][nx] = A;
    A = B;
    B = swap;
  }
}
