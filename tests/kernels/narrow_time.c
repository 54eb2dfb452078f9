// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A time loop that counts down in a byte, used as a value and as a table's index.
// READING
// RANK: 1
// RUN-ARGS: 37 @
// TINY-ARGS: 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7);
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  fill_double(a, n, 131);
  fill_double(b, n, 132);
  const unsigned char last = 244, first = (unsigned char)(last + (steps < 8 ? steps : 8));

#pragma stencil
  for (unsigned char t = first; t > last; t--) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i + 1] + 0.001 * t;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] * table[t - 245];
  }

  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
