// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines along both axes in a round of one loop, columns first: what a corner gets first depends on the round. In the
// second loop the arrays of a corner are changed in different rounds.
// RANK: 2
// RUN-ARGS: 26 19 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), nb = arg(argc, argv, 3, 4),
      steps = arg(argc, argv, 4, 7);
  size_t size = (size_t)n * nz;
  float(*v)[nz] = array(size, sizeof(float)), (*p)[nz] = array(size, sizeof(float)), *w = array(nb, sizeof *w);
  fill_float(&v[0][0], size, 3);
  fill_float(&p[0][0], size, 4);
  fill_float(w, nb, 5);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int k = 1; k < nz - 1; k++)
        p[i][k] += 0.1f * (v[i - 1][k] + v[i + 1][k] - 2 * v[i][k]);
    for (int ib = 0; ib < nb; ib++) {
      for (int i = n - 2; i >= 0; i--)
        v[i][ib] *= w[ib];
      for (int k = nz - 3; k >= 0; k--)
        v[ib][k] += 0.25f * p[ib][k];
    }
    for (int ib = nb - 1; ib >= 0; ib--) {
      for (int i = 0; i < n - 1; i++)
        p[i][nz - 1 - ib] = p[i][nz - 1 - ib] * 0.5f + ib;
      for (int k = nz - 1; k >= nb; k--)
        v[ib][k] *= w[ib];
      for (int i = n - 1; i >= 0; i--)
        v[i][nz - 1 - ib] = v[i][nz - 1 - ib] * w[ib] - p[i][nz - 1 - ib];
    }
  }

  dump("v", v, sizeof(float), size);
  dump("p", p, sizeof(float), size);
  return 0;
}
