/* Gauss-Seidel in the natural order. Each cell needs what its neighbours have just become. */
#include <math.h>
#include <stdio.h>

#define N 40

double p[N + 2][N + 2], rhs[N + 2][N + 2];

int main(void)
{
    int i, j, sweep;
    double h = 1.0 / (N + 1);
    for (i = 1; i <= N; i++)
        for (j = 1; j <= N; j++)
            rhs[i][j] = sin(3.0 * i * h) * j * h;
#pragma stencil
    for (sweep = 0; sweep < 100; sweep++)
        for (i = 1; i <= N; i++)
            for (j = 1; j <= N; j++)
                p[i][j] = 0.25 * (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1] - h * h * rhs[i][j]);
    printf("%.12e\n", p[N / 2][N / 2]);
    return 0;
}
