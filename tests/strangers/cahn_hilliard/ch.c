/* Spinodal decomposition (Cahn-Hilliard), periodic square, work arrays made in each step. */
#include <stdio.h>
#include <stdlib.h>

static int nx = 40, ny = 36;
static double dt = 0.01, kappa = 0.5, W = 1.0, M = 1.0;

#define ind(x, y) ((x) * ny + (y))

static void laplacian(const double *in, double *out)
{
    for (int x = 0; x < nx; x++) {
        int xm = x == 0 ? nx - 1 : x - 1;
        int xp = x == nx - 1 ? 0 : x + 1;
        for (int y = 0; y < ny; y++) {
            int ym = y == 0 ? ny - 1 : y - 1;
            int yp = y == ny - 1 ? 0 : y + 1;
            out[ind(x, y)] = in[ind(xm, y)] + in[ind(xp, y)] + in[ind(x, ym)] + in[ind(x, yp)] - 4.0 * in[ind(x, y)];
        }
    }
}

static void update(double *c)
{
    double *mu = malloc(sizeof(double) * nx * ny);
    double *lap = malloc(sizeof(double) * nx * ny);
    laplacian(c, lap);
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < ny; y++) {
            double v = c[ind(x, y)];
            mu[ind(x, y)] = 2.0 * W * v * (1.0 - v) * (1.0 - 2.0 * v) - kappa * lap[ind(x, y)];
        }
    laplacian(mu, lap);
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < ny; y++)
            c[ind(x, y)] += dt * M * lap[ind(x, y)];
    free(mu);
    free(lap);
}

int main(int argc, char **argv)
{
    int nsteps = argc > 1 ? atoi(argv[1]) : 100;
    double *c = malloc(sizeof(double) * nx * ny);
    unsigned r = 12345;
    for (int i = 0; i < nx * ny; i++) {
        r = r * 1103515245u + 12345u;
        c[i] = 0.5 + 0.02 * ((r >> 16 & 0x7fff) / 32768.0 - 0.5);
    }
#pragma stencil
    for (int n = 1; n <= nsteps; n++) {
        update(c);
        if (n % 25 == 0)
            printf("step %d of %d\n", n, nsteps);
    }
    FILE *f = fopen("c.txt", "w");
    for (int i = 0; i < nx * ny; i++)
        fprintf(f, "%.17g\n", c[i]);
    fclose(f);
    free(c);
    return 0;
}
