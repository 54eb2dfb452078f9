// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many conditions in a row decide one index: columns that look elsewhere, steps of a staircase, a permutation of columns.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 20 12 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float(*a)[nx] = array((size_t)nx * ny, sizeof(float));
  float(*b)[nx] = array((size_t)nx * ny, sizeof(float));
  fill_float(&a[0][0], (size_t)nx * ny, 71);
  fill_float(&b[0][0], (size_t)nx * ny, 72);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++) {
        int e = i, down = j, other;
        if (i == 1) e = i + 1;
        if (i == 2) e = i - 1;
        if (i == 3) e = i + 1;
        if (i == 4) e = i - 1;
        if (i == 5) e = i + 1;
        if (i == 6) e = i - 1;
        if (i == 7) e = i + 1;
        if (i == 8) e = i - 1;
        if (i == 9) e = i + 1;
        if (i == 10) e = i - 1;
        if (i == 11) e = i + 1;
        if (i == 12) e = i - 1;
        if (i == 13) e = i + 1;
        if (i == 14) e = i - 1;
        if (i == 15) e = i + 1;
        if (i == 16) e = i - 1;
        if (i == 17) e = i + 1;
        if (i == nx - 2) e = i - 1;
        if (j > 0) down--;
        if (j > 2) down--;
        if (j > 4) down--;
        if (j >= 7) down--;
        if (j >= 9) down--;
        if (j > 10) down--;
        if (j == ny - 1) down = j - 2;
        other = i == 1 ? 2 : i == 2 ? 1 : i == 5 ? 4 : i == 6 ? 7 : i == 8 ? 9 : i == 10 ? 9 : i == 12 ? 13 : i == 14 ? 13 : i;
        b[j][i] = 0.4f * a[j][e] + 0.3f * a[down][i] + 0.2f * a[j][other];
      }
    float(*swap)[nx] = a;
    a = b;
    b = swap;
  }

  dump("a", a, sizeof(float), (size_t)nx * ny);
  dump("b", b, sizeof(float), (size_t)nx * ny);
  return 0;
}
