#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 45, steps = argc > 2 ? atoi(argv[2]) : 50;
	double (*a)[n] = calloc(n, sizeof *a), (*b)[n] = calloc(n, sizeof *b);
	a[n / 2][n / 3] = b[n / 2][n / 3] = 1000;
#pragma stencil
	for (int t = 0; t < steps; t++) {
		sweep(n, b, a, 0.2);
		double (*s)[n] = a;
		a = b;
		b = s;
	}
	for (int j = 0; j < n; j += 5)
		printf("%.12g %.12g\n", a[j][n / 3], a[j][n / 2]);
	free(a);
	free(b);
	return 0;
}
