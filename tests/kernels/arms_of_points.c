// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arms of a step that hold loops over cells and single elements, whose places go with the step.
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 41 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7), least = 2;
  size_t size = (size_t)n * n;
  double(*a)[n] = array(size, sizeof(double)), (*b)[n] = array(size, sizeof(double));
  fill_double(&a[0][0], size, 3);
  fill_double(&b[0][0], size, 4);

#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.3 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
    if (k % 3 == 0) {
      for (int i = 1; i < n - 1; i++)
        a[i][1] = 0;
      a[k][k] = 7;
    }
    if (a[k][k] > 0.5) {
      a[k][k] = 1;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          a[i][j] *= 0.5;
    } else {
      a[k][0] = 2;
    }
    if (k > least) {
      least += 2;
      a[k][k] += 1;
      for (int i = 0; i < n; i++)
        a[i][3] = least;
    }
  }

  dump("a", a, sizeof(double), size);
  dump("b", b, sizeof(double), size);
  return 0;
}
