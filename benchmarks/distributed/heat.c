// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 7 points, 3D: heat N STEPS. Prints a digest of both arrays. What isn't the region is made by all threads, since
// arrays are large.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(int n, int steps, float (*A)[n][n], float (*B)[n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          B[k][j][i] = 0.4f * A[k][j][i] + 0.1f * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] +
                                                   A[k - 1][j][i] + A[k + 1][j][i]);
    float(*tmp)[n][n] = A;
    A = B;
    B = tmp;
  }
}

static float *filled(size_t cells, uint32_t seed) {
  float *values = malloc(cells * sizeof *values);
  if (!values)
    exit(1);
#pragma omp parallel for schedule(static)
  for (size_t at = 0; at < cells; at++)
    values[at] = (float)(((uint32_t)at * 2654435761u + seed) >> 8) / 16777216.0f;
  return values;
}

static uint64_t digest(const float *values, size_t cells) {
  uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (size_t at = 0; at < cells; at++) {
    uint32_t bits;
    memcpy(&bits, &values[at], sizeof bits);
    sum += (at * 0x9E3779B97F4A7C15u | 1) * bits;
  }
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 10;
  size_t cells = (size_t)n * n * n;
  float *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (float(*)[n][n])A, (float(*)[n][n])B);
  printf("%016llx %016llx\n", (unsigned long long)digest(A, cells), (unsigned long long)digest(B, cells));
  return 0;
}
