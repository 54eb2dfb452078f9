/* Parallel blocks and loops around regions, in the ways in which people write them. */
#include <stdio.h>
#define PRAGMA(x) _Pragma(#x)
#define OMP(x) PRAGMA(omp x)
enum { N = 500 };
static double a[N], b[N];
static int i;

static void by_macro(int steps, double *u, double *v) {
#pragma stencil
  OMP(parallel)
  {
    for (int t = 0; t < steps; t++) {
      OMP(for) for (int k = 1; k < N - 1; k++) v[k] = 0.25 * (u[k - 1] + u[k + 1]);
      OMP(for)
      for (int k = 1; k < N - 1; k++)
        u[k] = v[k];
    }
  }
}

static void printing(int steps, double *from, double *to) {
  double *u = from, *v = to;
#pragma stencil
#pragma omp parallel firstprivate(u, v)
  {
    for (int t = 0; t < steps; t++) {
#pragma omp for
      for (i = 1; i < N - 1; i++)
        v[i] = 0.5 * u[i - 1] + 0.25 * u[i + 1];
#pragma omp master
      if (t % 4 == 0)
        printf("%d %g\n", t, v[7]);
      double *w = u;
      u = v;
      v = w;
    }
  }
}

static double converged(int steps, double *u, double *v) {
  double error = 1;
  int t = 0;
#pragma stencil
#pragma omp parallel
  while (error > 1e-12 && t < steps) {
#pragma omp barrier
#pragma omp single
    {
      error = 0;
      t++;
    }
#pragma omp for reduction(max : error)
    for (int k = 1; k < N - 1; k++) {
      v[k] = 0.25 * (u[k - 1] + u[k + 1]);
      if (v[k] - u[k] > error)
        error = v[k] - u[k];
    }
#pragma omp for
    for (int k = 1; k < N - 1; k++)
      u[k] = v[k];
  }
  return error + t;
}

static void before(int wanted, const double *u, double *v) {
  if (wanted)
#pragma omp parallel for schedule(static)
#pragma stencil
    for (int k = 1; k < N - 1; k++)
      v[k] = u[k - 1] - 0.5 * u[k + 1];
  else
    v[0] = 1;
}

static void behind_loop_pragmas(int steps, double *u, double *v) {
#pragma GCC unroll 2
// as before
#  pragma GCC ivdep
/* as gcc
   has it */

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < N - 1; k++)
      v[k] = 0.25 * (u[k - 1] + u[k + 1]);
    for (int k = 1; k < N - 1; k++)
      u[k] = v[k];
  }
#pragma omp simd safelen(1)
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < N - 1; k++)
      v[k] = 0.5 * u[k - 1] + 0.25 * u[k + 1];
    for (int k = 1; k < N - 1; k++)
      u[k] = v[k];
  }
}

int main(void) {
  for (int k = 0; k < N; k++)
    a[k] = b[k] = (k * 37 + 11) % 101;
  by_macro(9, a, b);
  printing(9, a, b);
  printf("%.17g\n", converged(9, a, b));
  before(1, a, b);
  behind_loop_pragmas(9, a, b);
  double sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[k] * (k + 1) + b[k];
  printf("%.17g\n", sum);
  return 0;
}
