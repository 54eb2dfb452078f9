#include "alloc2d.h"
#include <stdlib.h>
double **alloc2d(int n, int m)
{
    double **a = malloc(n * sizeof(double *));
    a[0] = calloc((size_t)n * m, sizeof(double));
    for (int i = 1; i < n; i++)
        a[i] = a[0] + (size_t)i * m;
    return a;
}
void free2d(double **a)
{
    free(a[0]);
    free(a);
}
