#include "kernel.h"

static double second_difference(double l, double c, double r) { return l - 2 * c + r; }

void sweep(int n, double (*restrict dst)[n], double (*restrict src)[n], double alpha)
{
	for (int j = 1; j < n - 1; j++)
		for (int i = 1; i < n - 1; i++)
			dst[j][i] = src[j][i] + alpha * (second_difference(src[j][i - 1], src[j][i], src[j][i + 1]) +
			                                 second_difference(src[j - 1][i], src[j][i], src[j + 1][i]));
}
