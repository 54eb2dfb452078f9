// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices that fall while the loop's variable rises: sponges at both ends of each axis, in rows and in flat arrays,
// ghosts that are filled from the other side of an edge, an array that is turned round.
// REGION: @
// REGION: @
// REGION: @
// RANK: 2
// WHOLE: elements at any distance
// RUN-ARGS: 29 23 @
// RUN-ARGS: 17 14 @
#include "dump.h"

enum { GHOSTS = 3 };

static void damp(int nx, int nz, int steps, int nb, float *p, float *q, const float *w) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int iz = 1; iz < nz - 1; iz++)
      for (int ix = 1; ix < nx - 1; ix++)
        q[iz * nx + ix] = 0.5f * p[iz * nx + ix] + 0.125f * (p[(iz - 1) * nx + ix] + p[(iz + 1) * nx + ix] +
                                                             p[iz * nx + ix - 1] + p[iz * nx + ix + 1]);
    for (int iz = 0; iz < nb; iz++)
      for (int ix = 0; ix < nx; ix++) {
        q[iz * nx + ix] *= w[nb - 1 - iz];
        q[(nz - 1 - iz) * nx + ix] *= w[nb - 1 - iz];
      }
    for (int iz = 0; iz < nz; iz++)
      for (int ix = 0; ix < nb; ix++) {
        const float a = w[ix] + 0.0625f * iz;
        q[iz * nx + nx - ix - 1] *= a;
        q[iz * nx + ix] *= a;
        if (ix > 1) {
          q[iz * nx + nx - ix - 1] += w[nb - ix];
          q[iz * nx + ix] -= w[nb - ix];
        }
      }
    float *spare = p;
    p = q;
    q = spare;
  }
}

static void mirror(int nx, int nz, int steps, double (*g)[nx], double (*h)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < GHOSTS; j++)
      for (int i = 0; i < nx; i++) {
        g[GHOSTS - 1 - j][i] = g[GHOSTS + j][i];
        g[nz - GHOSTS + j][i] = -g[nz - GHOSTS - 1 - j][i];
      }
    for (int j = GHOSTS; j < nz - GHOSTS; j++)
      for (int i = 1; i < nx - 1; i++)
        h[j][i] = 0.5 * g[j][i] + 0.125 * (g[j - 1][i] + g[j + 1][i] + g[j][i - 1] + g[j][i + 1]) + 0.25 * g[j - 3][i];
    for (int j = GHOSTS; j < nz - GHOSTS; j++)
      for (int i = 1; i < nx - 1; i++)
        g[j][i] = h[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), nz = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), nb = 6;
  size_t size = (size_t)nx * nz;
  float *p = array(size, sizeof *p), *q = array(size, sizeof *q), *w = array(nb, sizeof *w);
  double(*g)[nx] = array(size, sizeof(double)), (*h)[nx] = array(size, sizeof(double));
  fill_float(p, size, 1);
  fill_float(q, size, 2);
  fill_float(w, nb, 3);
  fill_double(&g[0][0], size, 4);
  fill_double(&h[0][0], size, 5);
  damp(nx, nz, steps, nb, p, q, w);
  mirror(nx, nz, steps, g, h);
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < nz; j++)
      for (int i = 0; i < nx; i++)
        h[nz - 1 - j][nx - 1 - i] = 0.5 * h[nz - 1 - j][nx - 1 - i] + g[j][nx - 1 - i] + (j < 2 ? i : 0.5 * j);
  dump("p", p, sizeof *p, size);
  dump("q", q, sizeof *q, size);
  dump("g", g, sizeof(double), size);
  dump("h", h, sizeof(double), size);
  return 0;
}
