#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Steady temperature in a box, double ***, until nothing moves any more. */

static double ***cube(int l, int m, int n)
{
    int i, j;
    double ***t = (double ***) malloc(l * sizeof(double **));
    for (i = 0; i < l; i++) {
        t[i] = (double **) malloc(m * sizeof(double *));
        for (j = 0; j < m; j++)
            t[i][j] = (double *) calloc(n, sizeof(double));
    }
    return t;
}

static void free_cube(double ***t, int l, int m)
{
    int i, j;
    for (i = 0; i < l; i++) {
        for (j = 0; j < m; j++)
            free(t[i][j]);
        free(t[i]);
    }
    free(t);
}

double solve(double ***u, double ***unew, int l, int m, int n, double tol, int itmax, int *its)
{
    int i, j, k, it = 0;
    double err = 2 * tol;
#pragma stencil
    while (err > tol && it < itmax) {
        err = 0.0;
        for (i = 1; i < l - 1; i++)
            for (j = 1; j < m - 1; j++)
                for (k = 1; k < n - 1; k++) {
                    unew[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]) / 6.0;
                    err = fmax(err, fabs(unew[i][j][k] - u[i][j][k]));
                }
        for (i = 1; i < l - 1; i++)
            for (j = 1; j < m - 1; j++)
                for (k = 1; k < n - 1; k++)
                    u[i][j][k] = unew[i][j][k];
        it++;
    }
    *its = it;
    return err;
}

int main(int argc, char **argv)
{
    int l = 18, m = 15, n = 20, its, i, j;
    double ***u = cube(l, m, n), ***v = cube(l, m, n), err;
    for (i = 0; i < l; i++)
        for (j = 0; j < m; j++)
            u[i][j][0] = v[i][j][0] = 1.0 + 0.1 * i;
    err = solve(u, v, l, m, n, argc > 1 ? atof(argv[1]) : 1e-4, 500, &its);
    printf("%d iterations, change %.12e\n", its, err);
    for (i = 0; i < n; i += 3)
        printf("%.12f\n", u[l / 2][m / 2][i]);
    free_cube(u, l, m);
    free_cube(v, l, m);
    return 0;
}
