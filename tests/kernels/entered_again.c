// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region that goes on from what its last visit left in the loop's variable, which nothing else reads.
// READING
// RANK: 1
// REGION: @, @, @
// RUN-ARGS: 40 @
// RUN-ARGS: 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), steps = arg(argc, argv, 2, 7), t = 0;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double));
  fill_double(a, n, 91);
  fill_double(b, n, 92);
  for (int visit = 1; visit <= 3; visit++) {
    const int stop = visit * steps;
#pragma stencil
    while (t < stop) {
      for (int i = 1; i < n - 1; i++)
        b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      double *swap = a;
      a = b;
      b = swap;
      t++;
    }
  }
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
