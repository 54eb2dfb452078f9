// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums on the loop variable's side of a bound, unsigned and signed, up and down; nests whose elements are all *(A + k); a
// row so short that a neighbour in it is as far as one in the next row.
// READING
// RANK: 2
// RUN-ARGS: 15 @
// RUN-ARGS: 6 @
// REGION: @
// REGION: @ + 1
#include "dump.h"

#define NX 7

int main(int argc, char **argv) {
  size_t ny = arg(argc, argv, 1, 15);
  int steps = arg(argc, argv, 2, 7), last = ny - 1, r = 1;
  unsigned margin = 1;
  float *a = array(ny * NX, sizeof(float)), *b = array(ny * NX, sizeof(float)), *c = array(ny * NX, sizeof(float));
  fill_float(a, ny * NX, 31);
  fill_float(b, ny * NX, 32);
  fill_float(c, ny * NX, 33);

#pragma stencil
  for (int t = 0; t + 1 <= steps; t++) {
    for (size_t j = 1; j + 1 < ny; j++)
      for (unsigned i = 1; i + margin + 1 <= NX; i += 1)
        b[j * NX + i] = 0.25f * (a[j * NX + i - 1] + a[j * NX + i + 1] + a[(j - 1) * NX + i] + a[(j + 1) * NX + i]);
    for (int j = last - r; j - 1 >= 0; j--)
      for (int i = 0; NX - 2 >= i + r - 1; i++)
        a[j * NX + i] = b[j * NX + i] + 0.125f * c[(j + 1) * NX + i];
    for (int k = 0; 2 + k - 1 <= last; k++)
      *(c + k * NX + 2) = 0.5f * *(b + (k + 1) * NX + 2);
  }

#pragma stencil
  for (int t = -1; t + r - 1 != steps; t++) {
    for (size_t j = 0; j + 1 < ny; j++)
      for (size_t i = 4; i < NX - 1; i++)
        b[j * NX + i] = a[(j + 1) * NX + i - 4] - 0.5f * b[j * NX + i];
    for (size_t j = 0; j + 1 < ny; j++)
      for (size_t i = 0; i < 3; i++)
        a[j * NX + i] = 0.5f * b[j * NX + i + 4];
  }

  dump("a", a, sizeof(float), ny * NX);
  dump("b", b, sizeof(float), ny * NX);
  dump("c", c, sizeof(float), ny * NX);
  return 0;
}
