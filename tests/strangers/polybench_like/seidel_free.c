/* Three kernels of a benchmark suite's kind: jacobi-2d, fdtd-2d and heat-3d, as functions over VLA parameters. */
#include "bench.h"

static void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE BENCH_2D(A, n, n), DATA_TYPE BENCH_2D(B, n, n))
{
  int t, i, j;
#pragma scop
#pragma stencil
  for (t = 0; t < tsteps; t++)
    {
      for (i = 1; i < n - 1; i++)
	for (j = 1; j < n - 1; j++)
	  B[i][j] = SCALAR_VAL(0.2) * (A[i][j] + A[i][j-1] + A[i][1+j] + A[1+i][j] + A[i-1][j]);
      for (i = 1; i < n - 1; i++)
	for (j = 1; j < n - 1; j++)
	  A[i][j] = SCALAR_VAL(0.2) * (B[i][j] + B[i][j-1] + B[i][1+j] + B[1+i][j] + B[i-1][j]);
    }
#pragma endscop
}

static void kernel_fdtd_2d(int tmax, int nx, int ny, DATA_TYPE ex[nx][ny], DATA_TYPE ey[nx][ny], DATA_TYPE hz[nx][ny], DATA_TYPE _fict_[tmax])
{
  int t, i, j;
#pragma stencil
  for (t = 0; t < tmax; t++)
    {
      for (j = 0; j < ny; j++)
	ey[0][j] = _fict_[t];
      for (i = 1; i < nx; i++)
	for (j = 0; j < ny; j++)
	  ey[i][j] = ey[i][j] - SCALAR_VAL(0.5)*(hz[i][j]-hz[i-1][j]);
      for (i = 0; i < nx; i++)
	for (j = 1; j < ny; j++)
	  ex[i][j] = ex[i][j] - SCALAR_VAL(0.5)*(hz[i][j]-hz[i][j-1]);
      for (i = 0; i < nx - 1; i++)
	for (j = 0; j < ny - 1; j++)
	  hz[i][j] = hz[i][j] - SCALAR_VAL(0.7)* (ex[i][j+1] - ex[i][j] + ey[i+1][j] - ey[i][j]);
    }
}

static void kernel_heat_3d(int tsteps, int n, DATA_TYPE A[n][n][n], DATA_TYPE B[n][n][n])
{
  int t, i, j, k;
#pragma stencil
  for (t = 1; t <= tsteps; t++) {
    for (i = 1; i < n-1; i++)
      for (j = 1; j < n-1; j++)
	for (k = 1; k < n-1; k++)
	  B[i][j][k] = SCALAR_VAL(0.125) * (A[i+1][j][k] - SCALAR_VAL(2.0) * A[i][j][k] + A[i-1][j][k])
	    + SCALAR_VAL(0.125) * (A[i][j+1][k] - SCALAR_VAL(2.0) * A[i][j][k] + A[i][j-1][k])
	    + SCALAR_VAL(0.125) * (A[i][j][k+1] - SCALAR_VAL(2.0) * A[i][j][k] + A[i][j][k-1])
	    + A[i][j][k];
    for (i = 1; i < n-1; i++)
      for (j = 1; j < n-1; j++)
	for (k = 1; k < n-1; k++)
	  A[i][j][k] = SCALAR_VAL(0.125) * (B[i+1][j][k] - SCALAR_VAL(2.0) * B[i][j][k] + B[i-1][j][k])
	    + SCALAR_VAL(0.125) * (B[i][j+1][k] - SCALAR_VAL(2.0) * B[i][j][k] + B[i][j-1][k])
	    + SCALAR_VAL(0.125) * (B[i][j][k+1] - SCALAR_VAL(2.0) * B[i][j][k] + B[i][j][k-1])
	    + B[i][j][k];
  }
}

static void print(const char *name, int count, DATA_TYPE *a)
{
  for (int i = 0; i < count; i += count / 12)
    printf("%s[%d] = %0.15lf\n", name, i, a[i]);
}

int main(void)
{
  int n = N, m = N / 3;
  DATA_TYPE (*A)[n] = ALLOC_2D(n, n), (*B)[n] = ALLOC_2D(n, n), (*C)[n] = ALLOC_2D(n, n), *fict = malloc(sizeof(DATA_TYPE) * TSTEPS);
  DATA_TYPE (*P)[m][m] = malloc(sizeof(DATA_TYPE[m][m][m])), (*Q)[m][m] = malloc(sizeof(DATA_TYPE[m][m][m]));
  POLY_LOOP(i, n) POLY_LOOP(j, n) {
    A[i][j] = ((DATA_TYPE)i * (j + 2) + 2) / n;
    B[i][j] = ((DATA_TYPE)i * (j + 3) + 3) / n;
    C[i][j] = ((DATA_TYPE)i * (j + 4)) / n;
  }
  POLY_LOOP(i, TSTEPS) fict[i] = i;
  POLY_LOOP(i, m) POLY_LOOP(j, m) POLY_LOOP(k, m) P[i][j][k] = Q[i][j][k] = (DATA_TYPE)(i + j + (m - k)) * 10 / m;
  kernel_jacobi_2d(TSTEPS, n, A, B);
  print("A", n * n, &A[0][0]);
  kernel_fdtd_2d(TSTEPS, n, n, A, B, C, fict);
  print("C", n * n, &C[0][0]);
  kernel_heat_3d(TSTEPS, m, P, Q);
  print("P", m * m * m, &P[0][0][0]);
  return 0;
}
