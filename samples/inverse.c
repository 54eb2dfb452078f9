// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inverse of a matrix, in its own place, by Gauss and Jordan's steps without exchanges of rows. The matrix has
// large elements on its diagonal, so that none is needed.
//
//   gcc -O3 inverse.c -lm -o inverse && ./inverse 1000
//
// prints how far the matrix times its inverse is from 1.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void invert(int n, double (*a)[n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < n; j++)
      if (j != k)
        a[k][j] /= a[k][k];
    for (int i = 0; i < n; i++)
      if (i != k)
        for (int j = 0; j < n; j++)
          if (j != k)
            a[i][j] -= a[i][k] * a[k][j];
    for (int i = 0; i < n; i++)
      if (i != k)
        a[i][k] = -a[i][k] / a[k][k];
    a[k][k] = 1 / a[k][k];
  }
}

static unsigned state = 1;
static double chance(void) {
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / 16777216.0;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  if (n < 1)
    return 1;
  double(*a)[n] = malloc((size_t)n * n * sizeof(double)), (*matrix)[n] = malloc((size_t)n * n * sizeof(double));
  if (!a || !matrix)
    return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[i][j] = chance() + (i == j ? n : 0);
  memcpy(a, matrix, (size_t)n * n * sizeof(double));

  invert(n, a);

  // Some rows of the product are enough.
  double farthest = 0, trace = 0;
  for (int i = 0; i < n; i += n / 7 + 1)
    for (int j = 0; j < n; j++) {
      double sum = i == j ? -1 : 0;
      for (int k = 0; k < n; k++)
        sum += matrix[i][k] * a[k][j];
      farthest = fabs(sum) > farthest ? fabs(sum) : farthest;
    }
  for (int i = 0; i < n; i++)
    trace += a[i][i];
  printf("%d x %d: at most %.3g from 1, the inverse's trace is %.17g\n", n, n, farthest, trace);
  free(a);
  free(matrix);
  return 0;
}
