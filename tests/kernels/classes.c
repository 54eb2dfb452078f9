// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What math.h calls macros: numbers by class, comparisons without exceptions, infinity.
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 6 @
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double));
  float *f = array(n, sizeof(float));
  int *kind = array(n, sizeof(int));
  fill_double(u, n, 65);
  fill_double(v, n, 66);
  fill_float(f, n, 67);
  const double odd[6] = {INFINITY, -INFINITY, NAN, 1e-310, -0.0, 1e308};
  for (int i = 0; i < n; i += 3)
    u[i] = odd[i / 3 % 6];
  for (int i = 1; i < n; i += 4)
    f[i] = (float)odd[i / 4 % 6];

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      kind[i] += (isnan(u[i]) ? 1 : 0) + 2 * isinf(u[i]) + (isfinite(f[i]) ? 8 : 0) + (isnormal(u[i]) ? 16 : 0) +
                 (isnan(f[i - 1]) ? 32 : 0) + 64 * isinf(f[i]) + (isnormal(f[i + 1]) ? 128 : 0);
      kind[i] += isless(u[i - 1], u[i]) ? 512 : isunordered(u[i], u[i + 1]) ? 1024 : isgreaterequal(u[i], 0.5) ? 2048 : 0;
      v[i] = isfinite(u[i - 1]) && isfinite(u[i + 1]) ? 0.5 * (u[i - 1] + u[i + 1]) : kind[i] % 3 ? HUGE_VAL : -INFINITY;
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = isinf(v[i]) ? (double)kind[i] : v[i];
  }

  for (int i = 0; i < n; i++)
    if (u[i] != u[i])
      u[i] = 12345;
  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  dump("kind", kind, sizeof(int), n);
  return 0;
}
