// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Light meets a lens of glass: Maxwell's equations by finite differences in time, the field Ez with Hx and Hy.
//
//   gcc -O2 -DNX=600 -DNY=400 fdtd2d.c picture.c -lpng && ./a.out 1100
//
// writes Ez to fdtd2d.png. The walls are mirrors.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef NX
#define NX 600
#endif
#ifndef NY
#define NY 400
#endif

static float Ez[NY][NX], Hx[NY][NX], Hy[NY][NX];
static float ce[NY][NX]; // dt / (epsilon dx)

static void lens(void) {
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      float x = (i - 0.55f * NX) / (0.12f * NX), y = (j - 0.5f * NY) / (0.4f * NY);
      ce[j][i] = x * x + y * y < 1.0f ? 0.5f / 2.25f : 0.5f;
    }
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 1100;
  const float ch = 0.5f; // dt / (mu dx)
  lens();

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < NY - 1; j++)
      for (int i = 0; i < NX; i++)
        Hx[j][i] -= ch * (Ez[j + 1][i] - Ez[j][i]);
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX - 1; i++)
        Hy[j][i] += ch * (Ez[j][i + 1] - Ez[j][i]);
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        Ez[j][i] += ce[j][i] * (Hy[j][i] - Hy[j][i - 1] - Hx[j][i] + Hx[j - 1][i]);

    // The source: a wave that is switched on, each half of a period a parabola.
    float phase = (t % 20) / 20.0f;
    float half = 4.0f * phase * (1.0f - phase);
    float strength = t < 200 ? t / 200.0f : 1.0f;
    Ez[NY / 2][NX / 6] += t / 20 % 2 ? -strength * half : strength * half;
  }

  if (write_picture("fdtd2d.png", NX, NY, &Ez[0][0], -0.3f, 0.3f) != 0) {
    perror("fdtd2d.png");
    return 1;
  }
  double energy = 0.0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      energy += 0.5 / ce[j][i] * Ez[j][i] * Ez[j][i] + 0.5 / ch * (Hx[j][i] * Hx[j][i] + Hy[j][i] * Hy[j][i]);
  printf("%d x %d points, %d steps; energy in the box %.6f\n", NX, NY, steps, energy);
  return 0;
}
