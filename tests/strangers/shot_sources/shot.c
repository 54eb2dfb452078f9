/* 2D acoustic with split-field sponge, many sources and receivers, snapshots every 10 steps */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
  int nx, nz, nt, npml;
  float dx, dt;
} Par;
typedef struct {
  int n;
  int *ix, *iz;
  float *wav;
} Src;
typedef struct {
  int n;
  int ix[8];
  int iz;
  float *data;
} Rec;
static float *vec(int n) {
  float *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++)
    v[i] = 0.f;
  return v;
}
int main(void) {
  Par p = {64, 50, 60, 10, 5.f, 0.0006f};
  int nx = p.nx, nz = p.nz, n = nx * nz;
  float *p0 = vec(n), *p1 = vec(n), *p2 = vec(n), *vel = vec(n), *damp = vec(n);
  Src src = {2};
  Rec rec = {8};
  src.ix = malloc(2 * sizeof(int));
  src.iz = malloc(2 * sizeof(int));
  src.wav = vec(p.nt);
  src.ix[0] = 20;
  src.iz[0] = 15;
  src.ix[1] = 40;
  src.iz[1] = 30;
  rec.iz = 12;
  rec.data = vec(8 * p.nt);
  for (int r = 0; r < 8; r++)
    rec.ix[r] = 12 + 5 * r;
  for (int it = 0; it < p.nt; it++) {
    float a = 3.14159f * 25 * (it * p.dt - 0.02f);
    src.wav[it] = (1 - 2 * a * a) * expf(-a * a);
  }
  for (int iz = 0; iz < nz; iz++)
    for (int ix = 0; ix < nx; ix++) {
      vel[iz * nx + ix] = iz < 25 ? 1500.f : 2500.f;
      int d = 0;
      if (ix < p.npml)
        d = p.npml - ix;
      else if (ix >= nx - p.npml)
        d = ix - (nx - p.npml - 1);
      if (iz < p.npml && p.npml - iz > d)
        d = p.npml - iz;
      else if (iz >= nz - p.npml && iz - (nz - p.npml - 1) > d)
        d = iz - (nz - p.npml - 1);
      damp[iz * nx + ix] = expf(-0.015f * 0.015f * d * d * 20);
    }
  const float dt2dx2 = p.dt * p.dt / (p.dx * p.dx);
#pragma stencil
  for (int it = 0; it < p.nt; it++) {
    for (int iz = 2; iz < nz - 2; iz++)
      for (int ix = 2; ix < nx - 2; ix++) {
        int k = iz * nx + ix;
        float lap = -1.f / 12 * (p1[k - 2] + p1[k + 2] + p1[k - 2 * nx] + p1[k + 2 * nx]) +
                    4.f / 3 * (p1[k - 1] + p1[k + 1] + p1[k - nx] + p1[k + nx]) - 5.f * p1[k];
        p2[k] = damp[k] * (2 * p1[k] - damp[k] * p0[k] + vel[k] * vel[k] * dt2dx2 * lap);
      }
    for (int s = 0; s < src.n; s++)
      p2[src.iz[s] * nx + src.ix[s]] += src.wav[it];
    for (int r = 0; r < rec.n; r++)
      rec.data[r * p.nt + it] = p2[rec.iz * nx + rec.ix[r]];
    if (it % 20 == 0) {
      float mx = 0;
      for (int k = 0; k < n; k++)
        if (fabsf(p2[k]) > mx)
          mx = fabsf(p2[k]);
      fprintf(stderr, "it=%d max=%g\n", it, mx);
    }
    float *t = p0;
    p0 = p1;
    p1 = p2;
    p2 = t;
  }
  for (int r = 0; r < 8; r++) {
    for (int it = 0; it < p.nt; it += 6)
      printf("%.9g ", rec.data[r * p.nt + it]);
    puts("");
  }
  return 0;
}
