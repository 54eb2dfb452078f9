/* Poisson's equation by red-black relaxation, typed in from a textbook: what turns stands in the loops' heads. Then the
   heat that is left flows through insulated walls, on a flat array. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **matrix(int rows, int cols)
{
	double **m = malloc(rows * sizeof *m);
	int i;
	for (i = 0; i < rows; i++)
		m[i] = calloc(cols, sizeof **m);
	return m;
}

static void relax(double **u, double **rhs, int n, int m)
{
	int i, ipass, isw, j, jsw = 1;
	double h = 1.0 / (n - 1), h2 = h * h;

	for (ipass = 1; ipass <= 2; ipass++, jsw = 3 - jsw)
		for (j = 1, isw = jsw; j < m - 1; j++, isw = 3 - isw)
			for (i = isw; i < n - 1; i += 2)
				u[j][i] = 0.25 * (u[j+1][i] + u[j-1][i] + u[j][i+1] + u[j][i-1] - h2 * rhs[j][i]);
}

static int spread(double *a, double *b, int n, int m, int count, int last, int by)
{
	int i, j;
	double *t;
#pragma stencil
	for (; count < last; count += by) {
		for (j = 1; j < m - 1; j++)
			for (i = 1; i < n - 1; i++)
				b[j*n+i] = a[j*n+i] + 0.2 * (a[j*n+i-1] + a[j*n+i+1] + a[(j-1)*n+i] + a[(j+1)*n+i] - 4 * a[j*n+i]);
		for (i = 0; i < n; i++)
			b[i] = b[(m-1)*n+i] = 0.5 * (b[n+i] + 1);
		for (j = 0; j < m; j++)
			b[j*n] = b[j*n+n-1] = 0;
		t = a; a = b; b = t;
	}
	return count;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]), i, j, k;
	double **u = matrix(m, n), **rhs = matrix(m, n);
	double *a = malloc(n * m * sizeof *a), *b = calloc(n * m, sizeof *b);

	for (j = 0; j < m; j++)
		for (i = 0; i < n; i++)
			rhs[j][i] = sin(0.3 * i) * cos(0.2 * j);
#pragma stencil
	for (k = 0; k < steps; k++)
		relax(u, rhs, n, m);
	for (j = 0; j < m; j++)
		for (i = 0; i < n; i++)
			a[j*n+i] = b[j*n+i] = u[j][i];
	printf("%d\n", spread(a, b, n, m, 1, steps, 1 + argc / 2));
	for (j = 0; j < m; j++)
		for (i = 0; i < n; i++)
			printf("%.17g %.17g %.17g\n", u[j][i], a[j*n+i], b[j*n+i]);
	return 0;
}
