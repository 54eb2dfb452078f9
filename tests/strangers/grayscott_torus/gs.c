// Gray-Scott on a torus; two fields, each with two buffers in a struct.
#include <stdio.h>
#include <stdlib.h>

typedef double real;

typedef struct {
    real *u, *v;
} Fields;

typedef struct {
    int n, m;
    real Du, Dv, F, k, dt;
} Params;

#define PERIODIC(a, n) (((a) + (n)) % (n))
#define ID(i, j) (PERIODIC(i, P->n) * P->m + PERIODIC(j, P->m))

static real laplace(const real *f, int i, int j, const Params *P)
{
    return f[ID(i - 1, j)] + f[ID(i + 1, j)] + f[ID(i, j - 1)] + f[ID(i, j + 1)] - 4.0 * f[ID(i, j)];
}

static void react(const Fields *from, Fields *to, const Params *P)
{
    for (int i = 0; i < P->n; ++i) {
        for (int j = 0; j < P->m; ++j) {
            const real u = from->u[ID(i, j)];
            const real v = from->v[ID(i, j)];
            const real uvv = u * v * v;
            to->u[ID(i, j)] = u + P->dt * (P->Du * laplace(from->u, i, j, P) - uvv + P->F * (1.0 - u));
            to->v[ID(i, j)] = v + P->dt * (P->Dv * laplace(from->v, i, j, P) + uvv - (P->F + P->k) * v);
        }
    }
}

static Fields fields(const Params *P)
{
    Fields f;
    f.u = (real *)malloc(sizeof(real) * P->n * P->m);
    f.v = (real *)malloc(sizeof(real) * P->n * P->m);
    return f;
}

int main(int argc, char **argv)
{
    Params P = {32, 40, 0.16, 0.08, 0.060, 0.062, 1.0};
    int steps = argc > 1 ? atoi(argv[1]) : 100;
    Fields a = fields(&P), b = fields(&P);
    for (int i = 0; i < P.n; i++)
        for (int j = 0; j < P.m; j++) {
            int inside = abs(i - 16) < 4 && abs(j - 20) < 6;
            a.u[i * P.m + j] = inside ? 0.5 : 1.0;
            a.v[i * P.m + j] = inside ? 0.25 + 0.01 * ((i * 7 + j) % 5) : 0.0;
        }
    Fields *now = &a, *then = &b;
#pragma stencil
    for (int s = 0; s < steps; ++s) {
        react(now, then, &P);
        Fields *t = now;
        now = then;
        then = t;
    }
    for (int i = 0; i < P.n; i += 4) {
        for (int j = 0; j < P.m; j += 4)
            printf("%.15g ", now->v[i * P.m + j]);
        putchar('\n');
    }
    return 0;
}
