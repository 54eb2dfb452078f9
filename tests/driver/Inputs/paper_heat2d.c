// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * A[j][i] + 0.125f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    float(*swap)[nx] = A;
    A = B;
    B = swap;
  }
}
