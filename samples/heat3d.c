// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of metal with a heated floor: its four sides let no heat through, its top is kept cold.
//
//   gcc -O2 heat3d.c picture.c -lpng && ./a.out 120 100 80 3000
//
// writes heat3d.png, an upright cut through the middle.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

#define AT(i, j, k) (((size_t)(k)*ny + (j)) * nx + (i))

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 120;
  int ny = argc > 2 ? atoi(argv[2]) : 100;
  int nz = argc > 3 ? atoi(argv[3]) : 80;
  int steps = argc > 4 ? atoi(argv[4]) : 3000;
  if (nx < 3 || ny < 3 || nz < 3) {
    fprintf(stderr, "usage: heat3d [points along x] [along y] [along z] [steps]\n");
    return 1;
  }
  float *now = calloc((size_t)nx * ny * nz, sizeof *now), *next = calloc((size_t)nx * ny * nz, sizeof *next);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      float x = (float)i / nx - 0.35f, y = (float)j / ny - 0.5f;
      now[AT(i, j, 0)] = next[AT(i, j, 0)] = x * x + y * y < 0.06f ? 100.0f : 20.0f;
    }

  const float r = 0.15f; // thermal diffusivity * dt / dx^2
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          next[AT(i, j, k)] =
              now[AT(i, j, k)] +
              r * (now[AT(i - 1, j, k)] + now[AT(i + 1, j, k)] + now[AT(i, j - 1, k)] + now[AT(i, j + 1, k)] +
                   now[AT(i, j, k - 1)] + now[AT(i, j, k + 1)] - 6.0f * now[AT(i, j, k)]);
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++) {
        next[AT(0, j, k)] = next[AT(1, j, k)];
        next[AT(nx - 1, j, k)] = next[AT(nx - 2, j, k)];
      }
    for (int k = 1; k < nz - 1; k++)
      for (int i = 0; i < nx; i++) {
        next[AT(i, 0, k)] = next[AT(i, 1, k)];
        next[AT(i, ny - 1, k)] = next[AT(i, ny - 2, k)];
      }
    float *swap = now;
    now = next;
    next = swap;
  }

  float *cut = malloc((size_t)nx * nz * sizeof *cut);
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++)
      cut[(size_t)(nz - 1 - k) * nx + i] = now[AT(i, ny / 2, k)];
  if (write_picture("heat3d.png", nx, nz, cut, 0.0f, 100.0f) != 0) {
    perror("heat3d.png");
    return 1;
  }
  printf("%d x %d x %d points, %d steps; in the middle it is %.5f degrees\n", nx, ny, nz, steps,
         now[AT(nx / 2, ny / 2, nz / 2)]);
  free(now);
  free(next);
  free(cut);
  return 0;
}
