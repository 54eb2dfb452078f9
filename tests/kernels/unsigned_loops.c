// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned counters: one that ends below zero, and sizes that count down.
// READING
// RANK: 1
// RUN-ARGS: 40 @
// RUN-ARGS: 3 @
#include "dump.h"

int main(int argc, char **argv) {
  const size_t n = (size_t)arg(argc, argv, 1, 40);
  unsigned left = (unsigned)arg(argc, argv, 2, 5);
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double));
  fill_double(a, n, 33);
  fill_double(b, n, 34);

#pragma stencil
  while (left--) {
    for (size_t i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    for (size_t i = n - 2; i > 0; i--)
      a[i] = b[i];
  }

  DUMP(left);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
