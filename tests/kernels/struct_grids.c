// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that hold grids and are copied as a whole.
// READING
// RUN-ARGS: @
#include "dump.h"

enum { NX = 21, NY = 18 };

struct Field {
  double a[NY][NX], b[NY][NX];
};
static struct Field u, before;

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  fill_double(&u.a[0][0], NX * NY, 1);
  fill_double(&u.b[0][0], NX * NY, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    before = u;
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u.a[j][i] = 0.25 * (before.a[j][i - 1] + before.a[j][i + 1]) + 0.5 * before.b[j + 1][i];
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u.b[j][i] = 0.5 * u.a[j][i] - 0.25 * before.b[j][i];
  }
  dump("u", &u, sizeof u, 1);
  dump("before", &before, sizeof before, 1);
  return 0;
}
