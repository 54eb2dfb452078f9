// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts and sums that a row takes before its loop over cells, between that and its edges, and at its end; rounds of a
// loop that only count.
// READING
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 6 @
// TINY-ARGS: 2 1 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

// Long: one of each.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double));
  int rows = 0, odd = 0, lasts = 0, i, j;
  double weight = 0, both;
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      for (i = 1; i < nx - 1; i++)
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      rows++;
      v[j][0] = v[j][1];
      if (j % 2)
        odd += j;
      v[j][nx - 1] = 0.5 * v[j][nx - 2];
    }
    for (j = 1; j < ny - 1; j++)
      for (i = 0; i < nx; i++)
        u[j][i] = v[j][i];
  }
  DUMP(rows);
  DUMP(odd);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      both = 0.125 * j;
      for (i = 1; i < nx - 1; i++)
        v[j][i] = u[j][i] + both * (u[j + 1][i] - u[j - 1][i]);
      weight += both;
      lasts = j;
      v[j][0] = both;
      v[j][nx - 1] = -both;
    }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  DUMP(weight);
  DUMP(lasts);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double damp = 1;
    for (i = 0; i < nx; i++)
      damp *= 0.99;
    for (j = ny - 2; j > 0; j--) {
      rows += j;
      for (i = 1; i < nx - 1; i++)
        v[j][i] = damp * (u[j][i - 1] + u[j][i + 1]);
      weight = 0.5 * weight + v[j][1];
    }
    for (j = 1; j < ny - 1; j++) {
      odd++;
      for (i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
      v[j][0] = u[j][1];
      if (j % 3)
        lasts++;
    }
    for (j = 1; j < ny - 1; j++) {
      v[j][0] = u[j][1];
      if (j % 4)
        odd += j;
      v[j][nx - 1] = 1;
    }
    for (j = 0; j < ny; j += 2)
      weight += 0.125 * j;
  }
  DUMP(rows);
  DUMP(weight);
  DUMP(odd);
  DUMP(lasts);
  dump("u", u, sizeof(double), nx * ny);
  dump("v", v, sizeof(double), nx * ny);
  return 0;
}
