/* Successive over-relaxation, odd and even points in turn, in the style of a well-known book of recipes. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXITS 1000
#define EPS 1.0e-5

double **dmatrix(int nrl, int nrh, int ncl, int nch)
{
	int i, nrow = nrh - nrl + 1, ncol = nch - ncl + 1;
	double **m = (double **)malloc((size_t)(nrow * sizeof(double *)));
	m -= nrl;
	m[nrl] = (double *)calloc((size_t)(nrow * ncol), sizeof(double));
	m[nrl] -= ncl;
	for (i = nrl + 1; i <= nrh; i++) m[i] = m[i-1] + ncol;
	return m;
}

void sor(double **a, double **b, double **c, double **d, double **e, double **f, double **u, int jmax, double rjac)
{
	int ipass, j, jsw, l, lsw, n;
	double anorm, anormf = 0.0, omega = 1.0, resid;

	for (j = 2; j < jmax; j++)
		for (l = 2; l < jmax; l++)
			anormf += fabs(f[j][l]);
#pragma stencil
	for (n = 1; n <= MAXITS; n++) {
		anorm = 0.0;
		jsw = 1;
		for (ipass = 1; ipass <= 2; ipass++) {
			lsw = jsw;
			for (j = 2; j < jmax; j++) {
				for (l = lsw + 1; l < jmax; l += 2) {
					resid = a[j][l]*u[j+1][l]
						+ b[j][l]*u[j-1][l]
						+ c[j][l]*u[j][l+1]
						+ d[j][l]*u[j][l-1]
						+ e[j][l]*u[j][l]
						- f[j][l];
					anorm += fabs(resid);
					u[j][l] -= omega*resid/e[j][l];
				}
				lsw = 3 - lsw;
			}
			jsw = 3 - jsw;
			omega = (n == 1 && ipass == 1 ? 1.0/(1.0-0.5*rjac*rjac) : 1.0/(1.0-0.25*rjac*rjac*omega));
		}
		if (anorm < EPS*anormf) break;
	}
	printf("%d iterations, norm %.10e of %.10e\n", n, anorm, anormf);
}

int main(int argc, char **argv)
{
	int jmax = argc > 1 ? atoi(argv[1]) : 33, i, j;
	double **m[7];
	for (i = 0; i < 7; i++) m[i] = dmatrix(1, jmax, 1, jmax);
	for (i = 1; i <= jmax; i++)
		for (j = 1; j <= jmax; j++) {
			m[0][i][j] = m[1][i][j] = m[2][i][j] = m[3][i][j] = 1.0;
			m[4][i][j] = -4.0;
		}
	m[5][jmax/2][jmax/2] = 2.0;
	sor(m[0], m[1], m[2], m[3], m[4], m[5], m[6], jmax, cos(3.14159265358979/jmax));
	for (i = 1; i <= jmax; i += 4) {
		for (j = 1; j <= jmax; j += 4) printf("%12.6f", m[6][i][j]);
		printf("\n");
	}
	return 0;
}
