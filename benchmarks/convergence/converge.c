// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a test for convergence costs: a Jacobi step of n x n doubles, and its largest change.
//
//   kasane cc --target=opencl -O2 converge.c -o converge -lm && ./converge 8192 40 && ./converge 8192 520
//
// Take the times of two numbers of steps apart: both hold the arrays' way to the device and back.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec s;
  clock_gettime(CLOCK_MONOTONIC, &s);
  return (double)s.tv_sec + 1e-9 * (double)s.tv_nsec;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8192, steps = argc > 2 ? atoi(argv[2]) : 40;
  double(*u)[n] = calloc((size_t)n, sizeof *u), (*v)[n] = calloc((size_t)n, sizeof *v);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      u[j][i] = v[j][i] = (i * 7 + j * 3) % 11;
  double err = 1, begin = now();
#pragma stencil
  for (int t = 0; t < steps && err > 1e-12; t++) {
    err = 0;
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        err = fmax(err, fabs(v[j][i] - u[j][i]));
      }
    double(*w)[n] = u;
    u = v;
    v = w;
  }
  printf("%.3f s for %d steps, last change %a, %a\n", now() - begin, steps, err, u[n / 2][n / 3]);
  return 0;
}
