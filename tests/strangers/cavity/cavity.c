/* Lid-driven cavity, finite differences: in each time step a pressure equation with a fixed number of inner iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 41
#define NY 41

static double u[NY][NX], v[NY][NX], p[NY][NX], un[NY][NX], vn[NY][NX], pn[NY][NX], b[NY][NX];

static void build_up_b(double rho, double dt, double dx, double dy)
{
    for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++)
            b[j][i] = rho * (1 / dt * ((u[j][i + 1] - u[j][i - 1]) / (2 * dx) + (v[j + 1][i] - v[j - 1][i]) / (2 * dy)) -
                             ((u[j][i + 1] - u[j][i - 1]) / (2 * dx)) * ((u[j][i + 1] - u[j][i - 1]) / (2 * dx)) -
                             2 * ((u[j + 1][i] - u[j - 1][i]) / (2 * dy) * (v[j][i + 1] - v[j][i - 1]) / (2 * dx)) -
                             ((v[j + 1][i] - v[j - 1][i]) / (2 * dy)) * ((v[j + 1][i] - v[j - 1][i]) / (2 * dy)));
}

static void pressure_poisson(double dx, double dy, int nit)
{
#pragma stencil
    for (int q = 0; q < nit; q++) {
        memcpy(pn, p, sizeof p);
        for (int j = 1; j < NY - 1; j++)
            for (int i = 1; i < NX - 1; i++)
                p[j][i] = ((pn[j][i + 1] + pn[j][i - 1]) * dy * dy + (pn[j + 1][i] + pn[j - 1][i]) * dx * dx) / (2 * (dx * dx + dy * dy)) -
                          dx * dx * dy * dy / (2 * (dx * dx + dy * dy)) * b[j][i];
        for (int j = 0; j < NY; j++) {
            p[j][NX - 1] = p[j][NX - 2];
            p[j][0] = p[j][1];
        }
        for (int i = 0; i < NX; i++) {
            p[0][i] = p[1][i];
            p[NY - 1][i] = 0;
        }
    }
}

static void momentum(double rho, double nu, double dt, double dx, double dy)
{
#pragma stencil
    {
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                un[j][i] = u[j][i];
                vn[j][i] = v[j][i];
            }
        for (int j = 1; j < NY - 1; j++)
            for (int i = 1; i < NX - 1; i++) {
                u[j][i] = un[j][i] - un[j][i] * dt / dx * (un[j][i] - un[j][i - 1]) - vn[j][i] * dt / dy * (un[j][i] - un[j - 1][i]) -
                          dt / (2 * rho * dx) * (p[j][i + 1] - p[j][i - 1]) +
                          nu * (dt / (dx * dx) * (un[j][i + 1] - 2 * un[j][i] + un[j][i - 1]) + dt / (dy * dy) * (un[j + 1][i] - 2 * un[j][i] + un[j - 1][i]));
                v[j][i] = vn[j][i] - un[j][i] * dt / dx * (vn[j][i] - vn[j][i - 1]) - vn[j][i] * dt / dy * (vn[j][i] - vn[j - 1][i]) -
                          dt / (2 * rho * dy) * (p[j + 1][i] - p[j - 1][i]) +
                          nu * (dt / (dx * dx) * (vn[j][i + 1] - 2 * vn[j][i] + vn[j][i - 1]) + dt / (dy * dy) * (vn[j + 1][i] - 2 * vn[j][i] + vn[j - 1][i]));
            }
        for (int j = 0; j < NY; j++) {
            u[j][0] = u[j][NX - 1] = 0;
            v[j][0] = v[j][NX - 1] = 0;
        }
        for (int i = 0; i < NX; i++) {
            u[0][i] = 0;
            u[NY - 1][i] = 1; /* the lid */
            v[0][i] = v[NY - 1][i] = 0;
        }
    }
}

int main(int argc, char **argv)
{
    int nt = argc > 1 ? atoi(argv[1]) : 20;
    double dx = 2.0 / (NX - 1), dy = 2.0 / (NY - 1), dt = 0.001;
    for (int n = 0; n < nt; n++) {
        build_up_b(1.0, dt, dx, dy);
        pressure_poisson(dx, dy, 50);
        momentum(1.0, 0.1, dt, dx, dy);
        if (n % 10 == 9)
            printf("step %d: %.15e\n", n, p[NY / 2][NX - 3]);
    }
    for (int j = 0; j < NY; j += 5)
        printf("%.12e %.12e %.12e\n", u[j][NX / 2], v[j][NX / 4], p[j][NX / 2]);
    return 0;
}
