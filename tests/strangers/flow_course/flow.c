/* Course work: flow in a box with a moving lid. Each step solves the pressure by some Jacobi iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 31
#define NIT 12

double u[N][N], v[N][N], p[N][N], b[N][N];
double un[N][N], vn[N][N], pn[N][N];

void build_up_b(double rho, double dt, double dx, double dy)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            double ux = (u[i][j + 1] - u[i][j - 1]) / (2 * dx), vy = (v[i + 1][j] - v[i - 1][j]) / (2 * dy);
            double uy = (u[i + 1][j] - u[i - 1][j]) / (2 * dy), vx = (v[i][j + 1] - v[i][j - 1]) / (2 * dx);
            b[i][j] = rho * (1 / dt * (ux + vy) - pow(ux, 2) - 2 * uy * vx - pow(vy, 2));
        }
}

void pressure_poisson(double dx, double dy)
{
    for (int q = 0; q < NIT; q++) {
        memcpy(pn, p, sizeof(p));
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                p[i][j] = ((pn[i][j + 1] + pn[i][j - 1]) * dy * dy + (pn[i + 1][j] + pn[i - 1][j]) * dx * dx) /
                              (2 * (dx * dx + dy * dy)) -
                          dx * dx * dy * dy / (2 * (dx * dx + dy * dy)) * b[i][j];
        for (int i = 0; i < N; i++) {
            p[i][N - 1] = p[i][N - 2];
            p[i][0] = p[i][1];
        }
        for (int j = 0; j < N; j++) {
            p[0][j] = p[1][j];
            p[N - 1][j] = 0;
        }
    }
}

int main(int argc, char *argv[])
{
    int nt = argc > 1 ? atoi(argv[1]) : 100;
    double dx = 2.0 / (N - 1), dy = 2.0 / (N - 1), rho = 1, nu = 0.1, dt = 0.001;

#pragma stencil
    for (int n = 0; n < nt; n++) {
        memcpy(un, u, sizeof(u));
        memcpy(vn, v, sizeof(v));
        build_up_b(rho, dt, dx, dy);
        pressure_poisson(dx, dy);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                u[i][j] = un[i][j] - un[i][j] * dt / dx * (un[i][j] - un[i][j - 1]) -
                          vn[i][j] * dt / dy * (un[i][j] - un[i - 1][j]) -
                          dt / (2 * rho * dx) * (p[i][j + 1] - p[i][j - 1]) +
                          nu * (dt / (dx * dx) * (un[i][j + 1] - 2 * un[i][j] + un[i][j - 1]) +
                                dt / (dy * dy) * (un[i + 1][j] - 2 * un[i][j] + un[i - 1][j]));
                v[i][j] = vn[i][j] - un[i][j] * dt / dx * (vn[i][j] - vn[i][j - 1]) -
                          vn[i][j] * dt / dy * (vn[i][j] - vn[i - 1][j]) -
                          dt / (2 * rho * dy) * (p[i + 1][j] - p[i - 1][j]) +
                          nu * (dt / (dx * dx) * (vn[i][j + 1] - 2 * vn[i][j] + vn[i][j - 1]) +
                                dt / (dy * dy) * (vn[i + 1][j] - 2 * vn[i][j] + vn[i - 1][j]));
            }
        for (int k = 0; k < N; k++) { /* walls */
            u[0][k] = 0;
            u[k][0] = 0;
            u[k][N - 1] = 0;
            v[0][k] = 0;
            v[N - 1][k] = 0;
            v[k][0] = 0;
            v[k][N - 1] = 0;
        }
        for (int k = 0; k < N; k++) /* the lid */
            u[N - 1][k] = 1;
    }

    for (int i = 0; i < N; i += 3)
        printf("%8.5f %8.5f %10.6f\n", u[i][N / 2], v[N / 2][i], p[i][i]);
    double speed = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            speed += sqrt(u[i][j] * u[i][j] + v[i][j] * v[i][j]);
    printf("mean speed %.12g\n", speed / (N * N));
    return 0;
}
