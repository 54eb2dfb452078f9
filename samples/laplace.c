// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The electric potential between two plates in an earthed box, by successive over-relaxation in two colours until no
// point is further from its neighbours' mean than a tolerance.
//
//   gcc -O2 laplace.c picture.c -lpng -lm && ./a.out 300 1e-4 100000
//
// writes the potential to laplace.png.
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 300;
  double tolerance = argc > 2 ? atof(argv[2]) : 1e-4;
  int most = argc > 3 ? atoi(argv[3]) : 100000;
  if (n < 10) {
    fprintf(stderr, "usage: laplace [points per side] [tolerance] [most iterations]\n");
    return 1;
  }
  double(*V)[n] = malloc(sizeof(double[n][n]));
  unsigned char(*metal)[n] = malloc(sizeof(unsigned char[n][n])); // whose potential is given
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      int inside = j > n / 4 && j < n - n / 4;
      int left = inside && i == n / 3, right = inside && i == n - n / 3;
      metal[j][i] = left || right;
      V[j][i] = left ? 1.0 : right ? -1.0 : 0.0;
    }

  double omega = 2.0 / (1.0 + sin(acos(-1.0) / (n - 1))), change = 1.0;
  int it;
#pragma stencil
  for (it = 0; it < most && change > tolerance; it++) {
    change = 0.0;
    for (int colour = 0; colour < 2; colour++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1 + (j + colour) % 2; i < n - 1; i += 2)
          if (!metal[j][i]) {
            double correction = 0.25 * (V[j][i - 1] + V[j][i + 1] + V[j - 1][i] + V[j + 1][i]) - V[j][i];
            V[j][i] += omega * correction;
            change = fmax(change, fabs(correction));
          }
  }

  float *picture = malloc((size_t)n * n * sizeof *picture);
  double energy = 0.0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      picture[(size_t)j * n + i] = (float)V[j][i];
      if (i > 0 && j > 0)
        energy += 0.5 * (pow(V[j][i] - V[j][i - 1], 2) + pow(V[j][i] - V[j - 1][i], 2));
    }
  if (write_picture("laplace.png", n, n, picture, -1.0f, 1.0f) != 0) {
    perror("laplace.png");
    return 1;
  }
  printf("%d x %d points, %d iterations, last change %.6e, energy %.9f\n", n, n, it, change, energy);
  free(V);
  free(metal);
  free(picture);
  return 0;
}
