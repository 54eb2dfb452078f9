// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void heat(int nx, int steps, float (*A), float (*B)) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < nx - 1; i++)
      B[i] = 0.5f * A[i] + 0.25f * (A[i - 1] + A[i + 1]);
    float *swap = A;
    A = B;
    B = swap;
  }
}
