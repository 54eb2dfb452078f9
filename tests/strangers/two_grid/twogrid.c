/* Two-grid correction scheme for -u'' = f on (0, 1), weighted by hand. Usage: twogrid CYCLES */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NF 129
#define NC 65

static double uf[NF], ff[NF], rf[NF], tf[NF]; /* fine */
static double uc[NC], fc[NC], tc[NC];         /* coarse */

int main(int argc, char **argv) {
  int i, k, cycle, cycles = argc > 1 ? atoi(argv[1]) : 4;
  double h = 1.0 / (NF - 1), H = 2 * h, sum = 0;

  for (i = 0; i < NF; i++)
    ff[i] = sin(3.0 * i * h) + (i % 10) * 0.1;
#pragma stencil
  for (cycle = 0; cycle < cycles; cycle++) {
    /* presmoothing */
    for (k = 0; k < 3; k++) {
      for (i = 1; i < NF - 1; i++)
        tf[i] = 0.5 * (uf[i - 1] + uf[i + 1] + h * h * ff[i]);
      for (i = 1; i < NF - 1; i++)
        uf[i] = tf[i];
    }
    for (i = 1; i < NF - 1; i++)
      rf[i] = ff[i] + (uf[i - 1] - 2 * uf[i] + uf[i + 1]) / (h * h);
    /* full weighting */
    for (i = 1; i < NC - 1; i++) {
      fc[i] = 0.25 * (rf[2 * i - 1] + 2 * rf[2 * i] + rf[2 * i + 1]);
      uc[i] = 0;
    }
    for (k = 0; k < 20; k++) {
      for (i = 1; i < NC - 1; i++)
        tc[i] = 0.5 * (uc[i - 1] + uc[i + 1] + H * H * fc[i]);
      for (i = 1; i < NC - 1; i++)
        uc[i] = tc[i];
    }
    /* linear interpolation of the correction */
    for (i = 1; i < NC - 1; i++)
      uf[2 * i] += uc[i];
    for (i = 0; i < NC - 1; i++)
      uf[2 * i + 1] += 0.5 * (uc[i] + uc[i + 1]);
  }
  for (i = 0; i < NF; i++)
    sum += uf[i];
  printf("%d cycles, integral %.15e\n", cycles, sum * h);
  for (i = 0; i < NF; i += 8)
    printf("%.3f %.15e\n", i * h, uf[i]);
  return 0;
}
