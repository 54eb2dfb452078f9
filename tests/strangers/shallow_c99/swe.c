/* Shallow water in two dimensions, Lax-Friedrichs, reflecting walls. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "alloc2d.h"

static const double g = 9.81;

typedef struct {
    double **h, **hu, **hv;
} state_t;

static void walls(state_t s, int nx, int ny)
{
    for (int j = 0; j < ny; j++) {
        s.h[0][j] = s.h[1][j];
        s.hu[0][j] = -s.hu[1][j];
        s.hv[0][j] = s.hv[1][j];
        s.h[nx - 1][j] = s.h[nx - 2][j];
        s.hu[nx - 1][j] = -s.hu[nx - 2][j];
        s.hv[nx - 1][j] = s.hv[nx - 2][j];
    }
    for (int i = 0; i < nx; i++) {
        s.h[i][0] = s.h[i][1];
        s.hu[i][0] = s.hu[i][1];
        s.hv[i][0] = -s.hv[i][1];
        s.h[i][ny - 1] = s.h[i][ny - 2];
        s.hu[i][ny - 1] = s.hu[i][ny - 2];
        s.hv[i][ny - 1] = -s.hv[i][ny - 2];
    }
}

static inline double fx_hu(double h, double hu) { return hu * hu / h + 0.5 * g * h * h; }
static inline double fx_hv(double h, double hu, double hv) { return hu * hv / h; }

static void advance(state_t s, state_t n, int nx, int ny, double lx, double ly)
{
    for (int i = 1; i < nx - 1; i++)
        for (int j = 1; j < ny - 1; j++) {
            n.h[i][j] = 0.25 * (s.h[i - 1][j] + s.h[i + 1][j] + s.h[i][j - 1] + s.h[i][j + 1])
                      - 0.5 * lx * (s.hu[i + 1][j] - s.hu[i - 1][j])
                      - 0.5 * ly * (s.hv[i][j + 1] - s.hv[i][j - 1]);
            n.hu[i][j] = 0.25 * (s.hu[i - 1][j] + s.hu[i + 1][j] + s.hu[i][j - 1] + s.hu[i][j + 1])
                       - 0.5 * lx * (fx_hu(s.h[i + 1][j], s.hu[i + 1][j]) - fx_hu(s.h[i - 1][j], s.hu[i - 1][j]))
                       - 0.5 * ly * (fx_hv(s.h[i][j + 1], s.hu[i][j + 1], s.hv[i][j + 1]) - fx_hv(s.h[i][j - 1], s.hu[i][j - 1], s.hv[i][j - 1]));
            n.hv[i][j] = 0.25 * (s.hv[i - 1][j] + s.hv[i + 1][j] + s.hv[i][j - 1] + s.hv[i][j + 1])
                       - 0.5 * lx * (fx_hv(s.h[i + 1][j], s.hu[i + 1][j], s.hv[i + 1][j]) - fx_hv(s.h[i - 1][j], s.hu[i - 1][j], s.hv[i - 1][j]))
                       - 0.5 * ly * (fx_hu(s.h[i][j + 1], s.hv[i][j + 1]) - fx_hu(s.h[i][j - 1], s.hv[i][j - 1]));
        }
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 40, ny = argc > 2 ? atoi(argv[2]) : 30, nt = argc > 3 ? atoi(argv[3]) : 30;
    double dx = 1.0 / nx, dy = 1.0 / ny, dt = 0.0005;
    state_t a = {alloc2d(nx, ny), alloc2d(nx, ny), alloc2d(nx, ny)};
    state_t b = {alloc2d(nx, ny), alloc2d(nx, ny), alloc2d(nx, ny)};
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            double x = (i + 0.5) * dx - 0.3, y = (j + 0.5) * dy - 0.6;
            a.h[i][j] = 1.0 + 0.3 * exp(-40 * (x * x + y * y));
        }
    int n;
#pragma stencil
    for (n = 0; n < nt; n++) {
        walls(a, nx, ny);
        advance(a, b, nx, ny, dt / dx, dt / dy);
        state_t t = a;
        a = b;
        b = t;
    }
    double mass = 0;
    for (int i = 1; i < nx - 1; i++)
        for (int j = 1; j < ny - 1; j++)
            mass += a.h[i][j];
    printf("%d steps, mass %.12f\n", n, mass * dx * dy);
    FILE *f = fopen("h.txt", "w");
    for (int i = 0; i < nx; i++, fputc('\n', f))
        for (int j = 0; j < ny; j++)
            fprintf(f, "%.17g ", a.h[i][j]);
    fclose(f);
    free2d(a.h), free2d(a.hu), free2d(a.hv), free2d(b.h), free2d(b.hu), free2d(b.hv);
    return 0;
}
