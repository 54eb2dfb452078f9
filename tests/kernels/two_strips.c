// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One nest that stores two strips, or an edge and what lies beside it: the call asks whether they meet.
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 26 19 4 @
// RUN-ARGS: 3 3 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), nb = arg(argc, argv, 3, 4),
      steps = arg(argc, argv, 4, 7);
  int wide = nx + 2 * nb;
  size_t size = (size_t)wide * nz;
  float(*v)[nz] = array(size, sizeof(float)), (*p)[nz] = array(size, sizeof(float));
  fill_float(&v[0][0], size, 3);
  fill_float(&p[0][0], size, 4);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < wide - 1; i++)
      for (int k = 1; k < nz - 1; k++)
        p[i][k] += 0.1f * (v[i - 1][k] + v[i + 1][k] - 2 * v[i][k]);
    for (int i = 1; i < wide - 1; i++)
      for (int k = 1; k < nz - 1; k++)
        v[i][k] += 0.1f * (p[i][k - 1] + p[i][k + 1] - 2 * p[i][k]);
    for (int i = 0; i < nb; i++)
      for (int k = 0; k < nz; k++) {
        v[i][k] = v[nb][k];
        v[nx + nb + i][k] = v[nx + nb - 1][k];
        p[i][k] = p[nb][k];
        p[wide - nb + i][k] = p[wide - nb - 1][k];
      }
    for (int i = 0; i < wide; i++)
      v[i][0] = v[i][nz - 1] = v[i][1];
  }

  dump("v", v, sizeof(float), size);
  dump("p", p, sizeof(float), size);
  return 0;
}
