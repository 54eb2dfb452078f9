// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices that a variable of the cell has decided, which gets another value before they are used.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  int(*a)[nx] = array(size, sizeof(int)), (*b)[nx] = array(size, sizeof(int));
  fill_int(&a[0][0], size, 5, 0, 63);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int odd = j % 2, sum = 0;
        int at = odd ? i + 1 : i - 1;
        odd = a[j][i] > 30;
        sum += a[j][at] + odd;
        int row = odd ? j - 1 : j + 1;
        odd = !odd;
        sum += 3 * a[row][odd ? at : i];
        for (int k = 0; k < 2; k++) {
          int beside = odd ? at : i;
          sum += a[j][beside];
          odd = (i + k) % 2;
        }
        b[j][i] = sum % 64;
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
  dump("a", a, sizeof(int), size);
  return 0;
}
