/* Assignment 3: temperature of a square plate.
   The left side is kept at 100 degrees, the others at 0. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define N 60
#define MAXITER 400

double told[N][N];
double tnew[N][N];

int main(void)
{
    int i, j, iter;
    double diff, d, sum;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            told[i][j] = 0.0;
            tnew[i][j] = 0.0;
        }
    for (i = 0; i < N; i++) {
        told[i][0] = 100.0;
        tnew[i][0] = 100.0;
    }

#pragma stencil
    for (iter = 0; iter < MAXITER; iter++) {
        diff = 0.0;
        for (i = 1; i < N - 1; i++) {
            for (j = 1; j < N - 1; j++) {
                tnew[i][j] = 0.25 * (told[i-1][j] + told[i+1][j] + told[i][j-1] + told[i][j+1]);
                d = fabs(tnew[i][j] - told[i][j]);
                if (d > diff)
                    diff = d;
            }
        }
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                told[i][j] = tnew[i][j];
        if (diff < 0.01)
            break;
    }

    printf("iterations: %d\n", iter);
    printf("largest change: %.10e\n", diff);
    sum = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += told[i][j];
    printf("mean temperature: %.12f\n", sum / (N * N));
    for (i = 0; i < N; i += 10) {
        for (j = 0; j < N; j += 10)
            printf("%8.4f", told[i][j]);
        printf("\n");
    }
    return 0;
}
