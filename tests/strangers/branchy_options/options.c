/* A program of many build options, as they grow over the years. */
#include <stdio.h>
#ifdef SINGLE
typedef float real;
#else
typedef double real;
#endif
#define N 90
static real field[N], work[N];

static void relax(int rounds)
{
#ifdef DOUBLED
#pragma stencil
    for (int r = 0; r < 2 * rounds; r++) {
#else
#pragma stencil
    for (int r = 0; r < rounds; r++) {
#endif
        for (int i = 1; i < N - 1; i++)
#ifdef UPWIND
            work[i] = field[i] - (real)0.5 * (field[i] - field[i - 1]);
#else
            work[i] = (real)0.25 * field[i - 1] + (real)0.5 * field[i] + (real)0.25 * field[i + 1];
#endif
        for (int i = 1; i < N - 1; i++)
            field[i] = work[i];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        field[i] = (real)(i * i % 13);
    relax(8);
#if defined(_OPENMP) || !defined(NO_STENCIL)
#pragma stencil
#endif
    for (int i = 1; i < N - 1; i++)
        work[i] = field[i + 1] - field[i - 1];
    for (int i = 0; i < N; i++)
        printf("%a %a\n", (double)field[i], (double)work[i]);
    return 0;
}
