// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sound in layers of rock, from a shot below the surface: the acoustic wave equation, eighth order in space.
//
//   gcc -O2 wave3d.c picture.c -lpng -lm && ./a.out 160 160 160 300
//
// writes the pressure in an upright cut through the shot to wave3d.png. -DREAL=double computes in doubles.
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef REAL
#define REAL float
#endif

// (v dt / dx)^2 times these weights of the second derivative.
static const REAL w[5] = {-205.0f / 72.0f, 8.0f / 5.0f, -1.0f / 5.0f, 8.0f / 315.0f, -1.0f / 560.0f};

static void propagate(int nx, int ny, int nz, REAL (*old)[ny][nx], REAL (*now)[ny][nx], REAL (*v)[ny][nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 4; k < nz - 4; k++)
      for (int j = 4; j < ny - 4; j++)
        for (int i = 4; i < nx - 4; i++) {
          REAL laplacian = 3.0f * w[0] * now[k][j][i];
          for (int r = 1; r <= 4; r++)
            laplacian += w[r] * (now[k][j][i + r] + now[k][j][i - r] + now[k][j + r][i] + now[k][j - r][i] +
                                 now[k + r][j][i] + now[k - r][j][i]);
          old[k][j][i] = 2.0f * now[k][j][i] - old[k][j][i] + v[k][j][i] * v[k][j][i] * laplacian;
        }
    // The shot: a smooth push and pull of 48 steps.
    REAL x = t < 48 ? t / 24.0f - 1.0f : 1.0f;
    old[nz / 4][ny / 2][nx / 2] += x * (1.0f - x * x) * (1.0f - x * x);
    REAL(*swap)[ny][nx] = old;
    old = now;
    now = swap;
  }
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 160;
  int ny = argc > 2 ? atoi(argv[2]) : 160;
  int nz = argc > 3 ? atoi(argv[3]) : 160;
  int steps = argc > 4 ? atoi(argv[4]) : 300;
  if (nx < 16 || ny < 16 || nz < 20) {
    fprintf(stderr, "usage: wave3d [points along x] [along y] [down] [steps]\n");
    return 1;
  }
  REAL(*old)[ny][nx] = calloc(nz, sizeof *old), (*now)[ny][nx] = calloc(nz, sizeof *now);
  REAL(*v)[ny][nx] = malloc(nz * sizeof *v); // the speed, times dt / dx
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[k][j][i] = k < nz / 2 ? 0.25f : k < nz / 2 + i / 4 ? 0.35f : 0.45f;

  propagate(nx, ny, nz, old, now, v, steps);
  REAL(*last)[ny][nx] = steps % 2 ? old : now; // propagate() has exchanged its own two pointers

  float *cut = malloc((size_t)nx * nz * sizeof *cut);
  float loudest = 0.0f;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      cut[(size_t)k * nx + i] = (float)last[k][ny / 2][i];
      loudest = fmaxf(loudest, fabsf(cut[(size_t)k * nx + i]));
    }
  if (write_picture("wave3d.png", nx, nz, cut, -0.2f * loudest, 0.2f * loudest) != 0) {
    perror("wave3d.png");
    return 1;
  }
  printf("%d x %d x %d points, %d steps; largest pressure in the cut %.7f\n", nx, ny, nz, steps, loudest);
  free(old);
  free(now);
  free(v);
  free(cut);
  return 0;
}
