// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published out-of-core directives before the time loop: swapped arrays, their sections, a clause of ours beside.
// OUT-OF-CORE
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
#include "dump.h"

#define R 1

int main(int argc, char **argv) {
#pragma tpace init
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float(*A)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*B)[nx] = array((size_t)nx * ny, sizeof(float));
  fill_float(&A[0][0], (size_t)nx * ny, 5);
  memcpy(B, A, (size_t)nx * ny * sizeof(float));

#pragma stencil scratch(B)
#pragma tpace pipeline targetinout(A[0:ny][0:nx], B) size([0:ny][0:nx]) halo([R:R][R:1]) async
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(2)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.25f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }

  dump("A", A, sizeof(float), (size_t)nx * ny);
  return 0;
}
