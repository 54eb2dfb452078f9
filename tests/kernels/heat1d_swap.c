// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One axis, malloc'ed pointers, swapped.
// RANK: 1
// RUN-ARGS: 67 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// TINY-ARGS: 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67);
  int steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof *a);
  float *b = array(n, sizeof *b);
  float *first = a;
  fill_float(a, n, 1);
  memcpy(b, a, n * sizeof *a);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + 0.2f * (a[i - 1] - 2.0f * a[i] + a[i + 1]);
    float *tmp = a;
    a = b;
    b = tmp;
  }

  printf("a is the %s buffer\n", a == first ? "first" : "second");
  dump("a", a, sizeof *a, n);
  dump("b", b, sizeof *b, n);
  return 0;
}
