/*
 * OpenMP exercise 4: Jacobi iteration with a residual.
 *
 * Solves  -u_xx - u_yy + alpha u = f  on [-1,1]^2, u = 0 on the boundary.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#include <time.h>
static double omp_get_wtime(void) { return (double)clock() / CLOCKS_PER_SEC; }
#endif

#define U(i, j) u[(j) * n + (i)]
#define UOLD(i, j) uold[(j) * n + (i)]
#define F(i, j) f[(j) * n + (i)]

static void initialize(int n, int m, double alpha, double dx, double dy, double *u, double *f) {
  int i, j, xx, yy;
  for (j = 0; j < m; j++)
    for (i = 0; i < n; i++) {
      xx = (int)(-1.0 + dx * (i - 1));
      yy = (int)(-1.0 + dy * (j - 1));
      U(i, j) = 0.0;
      F(i, j) = -1.0 * alpha * (1.0 - xx * xx) * (1.0 - yy * yy) - 2.0 * (1.0 - xx * xx) - 2.0 * (1.0 - yy * yy);
    }
}

static void jacobi(int n, int m, double dx, double dy, double alpha, double omega, double *u, double *f, double tol, int maxit) {
  int i, j, k;
  double error, resid, ax, ay, b;
  double *uold = malloc(sizeof(double) * n * m);

  ax = 1.0 / (dx * dx);
  ay = 1.0 / (dy * dy);
  b = -2.0 / (dx * dx) - 2.0 / (dy * dy) - alpha;
  error = 10.0 * tol;
  k = 1;
#pragma stencil
  while (k <= maxit && error > tol) {
    error = 0.0;
#pragma omp parallel for private(i)
    for (j = 0; j < m; j++)
      for (i = 0; i < n; i++)
        UOLD(i, j) = U(i, j);
#pragma omp parallel for private(i, resid) reduction(+ : error)
    for (j = 1; j < m - 1; j++)
      for (i = 1; i < n - 1; i++) {
        resid = (ax * (UOLD(i - 1, j) + UOLD(i + 1, j)) + ay * (UOLD(i, j - 1) + UOLD(i, j + 1)) + b * UOLD(i, j) - F(i, j)) / b;
        U(i, j) = UOLD(i, j) - omega * resid;
        error = error + resid * resid;
      }
    k = k + 1;
    error = sqrt(error) / (n * m);
  }
  printf("Total number of iterations %d\n", k - 1);
  printf("Residual %.15e\n", error);
  free(uold);
}

int main(int argc, char **argv) {
  int n = 50, m = 40, maxit = 200;
  double alpha = 0.0543, relax = 1.0, tol = 1e-10;
  if (argc > 2) {
    n = atoi(argv[1]);
    m = atoi(argv[2]);
  }
  double dx = 2.0 / (n - 1), dy = 2.0 / (m - 1);
  double *u = malloc(sizeof(double) * n * m), *f = malloc(sizeof(double) * n * m);
  initialize(n, m, alpha, dx, dy, u, f);
  double start = omp_get_wtime();
  jacobi(n, m, dx, dy, alpha, relax, u, f, tol, maxit);
  double seconds = omp_get_wtime() - start;
  fprintf(stderr, "took %g s\n", seconds);
  double check = 0;
  for (int i = 0; i < n * m; i++)
    check += u[i] * (i % 7);
  printf("check %.15e\n", check);
  free(u);
  free(f);
  return 0;
}
