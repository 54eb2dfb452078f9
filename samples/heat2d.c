// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat spreads over a plate whose edges are kept cold, from a hot ring and a hot bar.
//
//   gcc -O2 heat2d.c picture.c -lpng -lm && ./a.out 1000 500
//
// writes the temperatures to heat2d.f32 and a picture of them to heat2d.png.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

static float start(int i, int j, int n) {
  float x = (float)i / (float)n - 0.5f, y = (float)j / (float)n - 0.5f;
  float r = x * x + y * y;
  int ring = r > 0.06f && r < 0.09f;
  int bar = x > -0.3f && x < 0.3f && y > -0.02f && y < 0.02f;
  return ring || bar ? 100.0f : 0.0f;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int steps = argc > 2 ? atoi(argv[2]) : 500;
  float(*now)[n] = malloc(sizeof(float[n][n]));
  float(*next)[n] = malloc(sizeof(float[n][n]));
  if (n < 3 || !now || !next) {
    fprintf(stderr, "usage: heat2d [points per side] [steps]\n");
    return 1;
  }

  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      now[j][i] = next[j][i] = start(i, j, n);

  const float c = 0.2f; // thermal diffusivity * dt / dx^2
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        next[j][i] = now[j][i] + c * (now[j][i - 1] + now[j][i + 1] + now[j - 1][i] + now[j + 1][i] - 4.0f * now[j][i]);
    float(*swap)[n] = now;
    now = next;
    next = swap;
  }

  FILE *file = fopen("heat2d.f32", "wb");
  if (!file || fwrite(now, sizeof(float[n]), (size_t)n, file) != (size_t)n || fclose(file) != 0) {
    perror("heat2d.f32");
    return 1;
  }
  if (write_picture("heat2d.png", n, n, &now[0][0], 0.0f, 100.0f) != 0) {
    perror("heat2d.png");
    return 1;
  }
  printf("%d x %d points, %d steps; in the middle it is %.4f degrees\n", n, n, steps, now[n / 2][n / 2]);
  free(now);
  free(next);
  return 0;
}
