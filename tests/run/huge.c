// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More than 2^31 elements, a byte each: a position that was computed in 32 bits would be another one. argv: rows of
// 65536 elements, steps. Prints a checksum that depends on every element's place.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int nx = 65536, ny = argc > 1 ? atoi(argv[1]) : 32800, steps = argc > 2 ? atoi(argv[2]) : 3;
  unsigned char(*a)[nx] = malloc((size_t)nx * ny), (*b)[nx] = malloc((size_t)nx * ny);
  if (!a || !b)
    return 3;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      a[j][i] = b[j][i] = (unsigned char)((j * 31u) ^ (i * 7u) ^ (i >> 8));

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = (unsigned char)(a[j][i - 1] + 3 * a[j - 1][i] + a[j + 1][i + 1]);
    unsigned char(*swap)[nx] = a;
    a = b;
    b = swap;
  }

  uint64_t sum = 1469598103934665603u;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      sum = (sum ^ a[j][i]) * 1099511628211u;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      sum = (sum ^ b[j][i]) * 1099511628211u;
  printf("%d %llx\n", nx * (ny / 65536), (unsigned long long)sum);
  return 0;
}
