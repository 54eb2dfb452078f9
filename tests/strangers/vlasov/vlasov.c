/* plasma particle-free: Vlasov 1D1V upwind splitting, double arrays over x and v with acceleration per column from a Poisson solve (prefix sum) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NX 48
#define NV 40
static double f[NV][NX], g[NV][NX], rho[NX], E[NX];
int main(void) {
  double dx = 0.2, dv = 0.25, dt = 0.02;
  for (int j = 0; j < NV; j++)
    for (int i = 0; i < NX; i++)
      f[j][i] = exp(-pow((j - NV / 2) * dv, 2) / 2) * (1 + 0.1 * cos(6.28318 * i / NX));
#pragma stencil
  for (int t = 0; t < 12; t++) {
    for (int j = 0; j < NV; j++) {
      double v = (j - NV / 2) * dv;
      for (int i = 0; i < NX; i++) {
        int l = i == 0 ? NX - 1 : i - 1, r = i == NX - 1 ? 0 : i + 1;
        g[j][i] = f[j][i] - dt / dx * (v > 0 ? v * (f[j][i] - f[j][l]) : v * (f[j][r] - f[j][i]));
      }
    }
    for (int i = 0; i < NX; i++) {
      rho[i] = 0;
      for (int j = 0; j < NV; j++)
        rho[i] += g[j][i] * dv;
    }
    double mean = 0;
    for (int i = 0; i < NX; i++)
      mean += rho[i];
    mean /= NX;
    E[0] = 0;
    for (int i = 1; i < NX; i++)
      E[i] = E[i - 1] + dx * (mean - rho[i]);
    for (int j = 1; j < NV - 1; j++)
      for (int i = 0; i < NX; i++)
        f[j][i] = g[j][i] - dt / dv * (E[i] > 0 ? E[i] * (g[j][i] - g[j - 1][i]) : E[i] * (g[j + 1][i] - g[j][i]));
  }
  printf("%.17g %.17g %.17g\n", f[20][10], f[12][30], E[20]);
  return 0;
}
