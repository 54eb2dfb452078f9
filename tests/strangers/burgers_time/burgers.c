/* Viscous Burgers equation, explicit, up to a final time; the Courant number sets the time step once. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double Real;

struct problem {
    int n;
    Real nu, length, tend;
};

static Real *vector(int n)
{
    Real *v = (Real *)calloc(n, sizeof(Real));
    if (v == NULL) {
        fprintf(stderr, "vector: no memory\n");
        exit(1);
    }
    return v;
}

int main(int argc, char *argv[])
{
    struct problem p = {200, 0.01, 2 * M_PI, 0.5};
    Real *u, *un, *swap, dx, dt, t;
    int i, steps = 0;

    if (argc > 1)
        p.n = atoi(argv[1]);
    u = vector(p.n);
    un = vector(p.n);
    dx = p.length / (p.n - 1);
    dt = 0.4 * dx * dx / (2 * p.nu + dx * 1.5);
    for (i = 0; i < p.n; i++)
        u[i] = un[i] = sin(i * dx);

#pragma stencil
    for (t = 0.0; t < p.tend; t += dt) {
        for (i = 1; i < p.n - 1; i++)
            un[i] = u[i] - dt / (2 * dx) * u[i] * (u[i + 1] - u[i - 1]) + p.nu * dt / (dx * dx) * (u[i + 1] - 2 * u[i] + u[i - 1]);
        un[0] = un[p.n - 2];
        un[p.n - 1] = un[1];
        swap = u;
        u = un;
        un = swap;
        steps++;
    }

    printf("t = %.15g after %d steps\n", t, steps);
    for (i = 0; i < p.n; i += p.n / 10)
        printf("%10.6f %20.15f\n", i * dx, u[i]);
    free(u);
    free(un);
    return 0;
}
