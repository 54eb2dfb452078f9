// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours up to a radius that is a parameter, in subscripts that conditions select: clamped, reflected. Records in
// some steps, of what loops collect.
// READING
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: 31 @
// STEPS: 0 1 7
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 31), steps = arg(argc, argv, 2, 7);
  int r = steps % 3 + 1, records = 0;
  float *u = array((size_t)n, sizeof *u), *v = array((size_t)n, sizeof *v), mass[8] = {0}, top = 0;
  fill_float(u, (size_t)n, 61);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int k = -r; k <= r; k++) {
        int e = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
        sum += u[e];
      }
      v[i] = 0.25f * sum;
    }
    top = 0;
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int k = -r; k <= r; k++) {
        int e = i + k;
        e = e < 0 ? -e : e;
        e = e >= n ? 2 * n - 2 - e : e;
        sum += v[e];
      }
      u[i] = 0.25f * sum;
      top = u[i] > top ? u[i] : top;
    }
    if (top > 0.03125f) {
      float total = 0;
      for (int i = 0; i < n; i++)
        total += u[i];
      mass[records++] = total;
    }
  }
  dump("u", u, sizeof *u, (size_t)n);
  dump("v", v, sizeof *v, (size_t)n);
  dump("mass", mass, sizeof *mass, 8);
  DUMP(records);
  DUMP(top);
  return 0;
}
