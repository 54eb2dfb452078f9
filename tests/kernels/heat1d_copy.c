// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One axis, local fixed-size arrays, result copied back; t is declared outside and read afterwards.
// RANK: 1
// EXTRA: -DN=53
// RUN-ARGS: @
#include "dump.h"

#ifndef N
#define N 53
#endif

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7), t, i;
  float u[N], v[N];
  fill_float(u, N, 3);
  fill_float(v, N, 4);

#pragma stencil
  for (t = 0; t < steps; ++t) {
    for (i = 1; i < N - 1; ++i)
      v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3.0f;
    for (i = 1; i < N - 1; ++i)
      u[i] = v[i];
  }

  DUMP(t);
  dump("u", u, sizeof u[0], N);
  dump("v", v, sizeof v[0], N);
  return 0;
}
