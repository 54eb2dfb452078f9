// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two axes, global fixed-size arrays, copy nest.
// RANK: 2
// EXTRA: -DNX=35 -DNY=21
// EXTRA: -DNX=3 -DNY=3
// RUN-ARGS: @
#include "dump.h"

#ifndef NX
#define NX 35
#define NY 21
#endif

double u[NY][NX], unew[NY][NX];

static void solve(int steps, double alpha) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        unew[j][i] = u[j][i] + alpha * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1] - 4.0 * u[j][i]);
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        u[j][i] = unew[j][i];
  }
}

int main(int argc, char **argv) {
  fill_double(&u[0][0], NX * NY, 6);
  fill_double(&unew[0][0], NX * NY, 7);
  solve(arg(argc, argv, 1, 7), 0.1);
  dump("u", u, sizeof(double), NX * NY);
  dump("unew", unew, sizeof(double), NX * NY);
  return 0;
}
