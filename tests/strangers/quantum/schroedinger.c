/* A wave packet against a barrier: complex numbers of C99. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 200

static double complex psi[N], next[N];
static double V[N];

int main(void)
{
    double dx = 0.1, dt = 0.002;
    for (int i = 0; i < N; i++) {
        double x = (i - 60) * dx;
        psi[i] = cexp(-x * x + 5.0 * I * x);
        V[i] = i > 100 && i < 110 ? 12.0 : 0.0;
    }
#pragma stencil
    for (int t = 0; t < 50; t++) {
        for (int i = 1; i < N - 1; i++)
            next[i] = psi[i] + I * dt * ((psi[i + 1] - 2 * psi[i] + psi[i - 1]) / (2 * dx * dx) - V[i] * psi[i]);
        for (int i = 1; i < N - 1; i++)
            psi[i] = next[i];
    }
    for (int i = 0; i < N; i += 20)
        printf("%.10f\n", cabs(psi[i]));
    return 0;
}
