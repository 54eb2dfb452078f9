/* 2D P-SV waves on a staggered grid; velocity-stress, explosion source, sponge at the edges. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 64
#define NZ 56
#define NB 8

static float vx[NZ][NX], vz[NZ][NX], sxx[NZ][NX], szz[NZ][NX], sxz[NZ][NX];
static float lam[NZ][NX], mu[NZ][NX], buoy[NZ][NX], damp[NZ][NX];

#define DX(f, k, i) ((f)[k][i] - (f)[k][(i) - 1])
#define DZ(f, k, i) ((f)[k][i] - (f)[(k) - 1][i])

static void update_velocity(float r) {
  int k, i;
  for (k = 1; k < NZ - 1; k++)
    for (i = 1; i < NX - 1; i++) {
      vx[k][i] += r * buoy[k][i] * (DX(sxx, k, i) + DZ(sxz, k, i));
      vz[k][i] += r * buoy[k][i] * (DX(sxz, k, i + 1) + DZ(szz, k + 1, i));
      vx[k][i] *= damp[k][i];
      vz[k][i] *= damp[k][i];
    }
}

static void update_stress(float r) {
  int k, i;
  for (k = 1; k < NZ - 1; k++)
    for (i = 1; i < NX - 1; i++) {
      float exx = DX(vx, k, i + 1), ezz = DZ(vz, k, i);
      sxx[k][i] += r * ((lam[k][i] + 2 * mu[k][i]) * exx + lam[k][i] * ezz);
      szz[k][i] += r * ((lam[k][i] + 2 * mu[k][i]) * ezz + lam[k][i] * exx);
      sxz[k][i] += r * mu[k][i] * (DZ(vx, k + 1, i) + DX(vz, k, i));
    }
}

static void add_source(int it, float dt) {
  float t = it * dt - 0.05f, a = 3.1416f * 20 * t;
  float s = (1 - 2 * a * a) * expf(-a * a);
  sxx[NZ / 2][NX / 2] += s;
  szz[NZ / 2][NX / 2] += s;
}

int main(void) {
  float dt = 0.001f, h = 10.f;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      float vp = k > 30 ? 3000.f : 2000.f, vs = vp / 1.8f, rho = 2000.f;
      mu[k][i] = rho * vs * vs;
      lam[k][i] = rho * vp * vp - 2 * mu[k][i];
      buoy[k][i] = 1 / rho;
      int d = i < NB ? NB - i : i >= NX - NB ? i - NX + NB + 1 : 0, e = k < NB ? NB - k : k >= NZ - NB ? k - NZ + NB + 1 : 0;
      d = d > e ? d : e;
      damp[k][i] = expf(-0.002f * d * d);
    }
  float r = dt / h;
#pragma stencil
  for (int it = 0; it < 90; it++) {
    update_velocity(r);
    update_stress(r);
    add_source(it, dt);
  }
  FILE *f = fopen("vx.bin", "wb");
  fwrite(vx, sizeof vx, 1, f);
  fclose(f);
  printf("%.8e %.8e\n", vx[NZ / 2][NX / 2 + 10], vz[NZ / 2 - 10][NX / 2]);
  return 0;
}
