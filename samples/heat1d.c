// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rod of copper with a piece of glass in the middle, hot at its left end and cold at its right one.
//
//   gcc -O2 heat1d.c picture.c -lpng && ./a.out 600 400 500
//
// writes heat1d.png: along the rod from left to right, through time from top to bottom.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 600;
  int lines = argc > 2 ? atoi(argv[2]) : 400;
  int steps = argc > 3 ? atoi(argv[3]) : 500;
  if (n < 3 || lines < 1 || steps < 0) {
    fprintf(stderr, "usage: heat1d [points] [lines of the picture] [steps from line to line]\n");
    return 1;
  }
  double *T = malloc(n * sizeof *T), *Tnew = malloc(n * sizeof *Tnew), *k = malloc(n * sizeof *k);
  float *picture = malloc((size_t)lines * n * sizeof *picture);

  for (int i = 0; i < n; i++) {
    T[i] = i == 0 ? 100.0 : 0.0;
    k[i] = i > 0.3 * n && i < 0.4 * n ? 0.02 : 0.45; // conductivity between i and i + 1, times dt / dx^2
  }

  for (int line = 0; line < lines; line++) {
    for (int i = 0; i < n; i++)
      picture[(size_t)line * n + i] = (float)T[i];
#pragma stencil
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        Tnew[i] = T[i] + k[i] * (T[i + 1] - T[i]) - k[i - 1] * (T[i] - T[i - 1]);
      for (int i = 1; i < n - 1; i++)
        T[i] = Tnew[i];
    }
  }

  if (write_picture("heat1d.png", n, lines, picture, 0.0f, 100.0f) != 0) {
    perror("heat1d.png");
    return 1;
  }
  printf("%d points, %ld steps; behind the glass it is %.6f degrees\n", n, (long)lines * steps, T[n * 2 / 5]);
  free(T);
  free(Tnew);
  free(k);
  free(picture);
  return 0;
}
