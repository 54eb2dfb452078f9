// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each round of a loop fills a line at both ends, by loops of their own: the call asks whether the strips meet.
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 26 19 4 @
// RUN-ARGS: 9 5 2 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), nb = arg(argc, argv, 3, 4),
      steps = arg(argc, argv, 4, 7);
  int wide = nx + 2 * nb;
  size_t size = (size_t)wide * nz;
  float(*v)[nz] = array(size, sizeof(float)), (*p)[nz] = array(size, sizeof(float)), *w = array(nb, sizeof *w);
  fill_float(&v[0][0], size, 3);
  fill_float(&p[0][0], size, 4);
  fill_float(w, nb, 5);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < wide - 1; i++)
      for (int k = 1; k < nz - 1; k++)
        p[i][k] += 0.1f * (v[i - 1][k] + v[i + 1][k] - 2 * v[i][k]);
    for (int i = 1; i < wide - 1; i++)
      for (int k = 1; k < nz - 1; k++)
        v[i][k] += 0.1f * (p[i][k - 1] + p[i][k + 1] - 2 * p[i][k]);
    for (int ib = 0; ib < nb; ib++) {
      for (int k = 0; k < nz; k++)
        v[ib][k] = v[nb][k];
      for (int k = 0; k < nz; k++)
        v[nx + nb + ib][k] = v[nx + nb - 1][k];
    }
    for (int ib = 0; ib < nb; ib++) {
      for (int k = 0; k < nz; k++)
        p[ib][k] *= w[ib];
      for (int k = 0; k < nz; k++)
        p[wide - 1 - ib][k] *= w[ib];
    }
  }

  dump("v", v, sizeof(float), size);
  dump("p", p, sizeof(float), size);
  return 0;
}
