// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sponges on four sides, a line of each in a round of one loop: corners are damped in the order of the rounds.
// REGION: @
// REGION: @
// RANK: 2
// WHOLE: elements at any distance
// RUN-ARGS: 26 19 4 @
// RUN-ARGS: 10 12 5 @
#include "dump.h"

// Statements for two sides in each loop, weights from the end.
static void pairs(int nx, int nz, int nb, int steps, float **v, float **p, const float *w) {
  int ib, ibx, ibz, ix, iz;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (ix = 1; ix < nx - 1; ix++)
      for (iz = 1; iz < nz - 1; iz++)
        p[ix][iz] += 0.1f * (v[ix - 1][iz] + v[ix + 1][iz] + v[ix][iz - 1] + v[ix][iz + 1] - 4 * v[ix][iz]);
    for (ib = 0; ib < nb; ib++) {
      const float a = w[nb - ib - 1];
      ibz = nz - ib - 1;
      for (ix = 0; ix < nx; ix++) {
        p[ix][ib] *= a;
        p[ix][ibz] *= a;
        v[ix][ib] *= a;
        v[ix][ibz] *= a;
      }
      ibx = nx - ib - 1;
      for (iz = 0; iz < nz; iz++) {
        p[ib][iz] *= a;
        p[ibx][iz] *= a;
        v[ib][iz] *= a;
        v[ibx][iz] *= a;
      }
    }
    float **spare = v;
    v = p;
    p = spare;
  }
}

// A loop for each side, from the inside outwards.
static void singles(int nx, int nz, int nb, int steps, double *v, double *p, const float *w) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int ix = 1; ix < nx - 1; ix++)
      for (int iz = 1; iz < nz - 1; iz++)
        p[ix * nz + iz] = 0.25 * (v[(ix - 1) * nz + iz] + v[(ix + 1) * nz + iz] + v[ix * nz + iz - 1] + ix);
    for (int ib = nb - 1; ib >= 0; ib--) {
      for (int iz = 0; iz < nz; iz++)
        p[ib * nz + iz] = p[ib * nz + iz] * w[ib] + iz;
      for (int iz = 2; iz < nz - 3; iz++)
        p[(nx - 1 - ib) * nz + iz] *= w[ib];
      for (int ix = nx - 1; ix >= 0; ix--)
        if (p[ix * nz + ib] > 0.5f)
          p[ix * nz + ib] -= w[ib] * v[ix * nz + ib];
      for (int ix = 0; ix < nx; ix++)
        p[ix * nz + nz - 1 - ib] *= w[ib];
    }
    double *spare = v;
    v = p;
    p = spare;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), nb = arg(argc, argv, 3, 4),
      steps = arg(argc, argv, 4, 7);
  size_t size = (size_t)nx * nz;
  float *v = array(size, sizeof *v), *p = array(size, sizeof *p), *w = array(nb, sizeof *w);
  double *g = array(size, sizeof *g), *h = array(size, sizeof *h);
  float **vs = malloc(nx * sizeof *vs), **ps = malloc(nx * sizeof *ps);
  for (int i = 0; i < nx; i++) {
    vs[i] = v + (size_t)i * nz;
    ps[i] = p + (size_t)i * nz;
  }
  fill_float(v, size, 3);
  fill_float(p, size, 4);
  fill_float(w, nb, 5);
  fill_double(g, size, 6);
  fill_double(h, size, 7);
  pairs(nx, nz, nb, steps, vs, ps, w);
  singles(nx, nz, nb, steps, g, h, w);
  dump("v", v, sizeof *v, size);
  dump("p", p, sizeof *p, size);
  dump("g", g, sizeof *g, size);
  dump("h", h, sizeof *h, size);
  return 0;
}
