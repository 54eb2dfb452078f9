/* predictor-corrector with temporaries that are taken and given back in each step */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef double real;

static void advance(real *q, int n, int m, int steps, real nu) {
  clock_t begin = clock();
#pragma stencil
  for (int s = 0; s < steps; s++) {
    real *pred = malloc((size_t)n * m * sizeof(real));
    assert(pred != NULL);
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++) {
        if (i == 0 || j == 0 || i == n - 1 || j == m - 1)
          pred[j * n + i] = q[j * n + i];
        else
          pred[j * n + i] = q[j * n + i] + nu * (q[j * n + i - 1] + q[j * n + i + 1] + q[(j - 1) * n + i] +
                                                 q[(j + 1) * n + i] - 4 * q[j * n + i]);
      }
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        real lap = pred[j * n + i - 1] + pred[j * n + i + 1] + pred[(j - 1) * n + i] + pred[(j + 1) * n + i] -
                   4 * pred[j * n + i];
        q[j * n + i] = 0.5 * (q[j * n + i] + pred[j * n + i] + nu * lap);
      }
    free(pred);
    if (steps > 20 && s % (steps / 10) == 0)
      fprintf(stdout, "%3d%%\n", 100 * s / steps);
  }
  (void)begin;
}

int main(int argc, char **argv) {
  int n = 37, m = 45, steps = argc > 1 ? atoi(argv[1]) : 21;
  real *q = malloc(sizeof(real) * n * m);
  for (int k = 0; k < n * m; k++) q[k] = (k * 7919 % 1000) / 1000.0;
  advance(q, n, m, steps, 0.1);
  real s = 0;
  for (int k = 0; k < n * m; k++) s += q[k] * (k % 19);
  printf("%.17g\n", s);
  free(q);
  return 0;
}
