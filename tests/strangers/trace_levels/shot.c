/* One shot: three levels of pressure whose numbers take turns, a source, a sponge, one receiver. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define NX 101
#define NZ 81
#define NT 60
float vel[NZ][NX], damp[NZ][NX], trace[NT], wavelet[NT];
int main(void)
{
  float *p[3];
  for (int l = 0; l < 3; l++) p[l] = calloc(NX * NZ, sizeof(float));
  for (int z = 0; z < NZ; z++)
    for (int x = 0; x < NX; x++) {
      vel[z][x] = z < 40 ? 0.2f : 0.3f;
      damp[z][x] = (x < 10 || x > NX - 11 || z > NZ - 11) ? 0.97f : 1.0f;
    }
  for (int it = 0; it < NT; it++) wavelet[it] = (float)((it * 37 % 23) - 11) * 0.1f;
  int prev = 0, now = 1, next = 2;
#pragma stencil
  for (int it = 0; it < NT; it++) {
    float *pp = p[prev], *pn = p[now], *px = p[next];
    for (int z = 2; z < NZ - 2; z++)
      for (int x = 2; x < NX - 2; x++) {
        int o = z * NX + x;
        float lap = -5.0f * pn[o] + 1.333333f * (pn[o-1] + pn[o+1] + pn[o-NX] + pn[o+NX])
                  - 0.083333f * (pn[o-2] + pn[o+2] + pn[o-2*NX] + pn[o+2*NX]);
        px[o] = (2.0f * pn[o] - pp[o] + vel[z][x] * lap) * damp[z][x];
      }
    px[5 * NX + 50] += wavelet[it];
    trace[it] = px[6 * NX + 70];
    int t = prev; prev = now; now = next; next = t;
  }
  for (int it = 0; it < NT; it++) printf("%a\n", trace[it]);
  for (int i = 0; i < NX * NZ; i += 7) printf("%a\n", p[now][i]);
  return 0;
}
