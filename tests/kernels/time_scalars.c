// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars computed from the step's number, one from another; t used in a cell's value too.
// RANK: 2
// RUN-ARGS: 24 18 3 @
// RUN-ARGS: 3 3 0 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 18), from = arg(argc, argv, 3, 3);
  int to = from + arg(argc, argv, 4, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  float base = 0.05f;
  fill_float(&A[0][0], (size_t)nx * ny, 45);
  fill_float(&B[0][0], (size_t)nx * ny, 46);

#pragma stencil
  for (int t = from; t < to; t++) {
    float c1 = base + 0.01f * (t % 4);
    const float c0 = 1.0f - 4.0f * c1;
    int odd = t & 1;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c0 * A[j][i] + c1 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]) +
                  (odd ? 0.001f * t : -0.002f);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  dump("B", B, sizeof(float), (size_t)nx * ny);
  return 0;
}
