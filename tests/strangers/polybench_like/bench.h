#ifndef BENCH_H
#define BENCH_H
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 48
#endif
#ifndef TSTEPS
#define TSTEPS 25
#endif
#define DATA_TYPE double
#define BENCH_2D(var, d1, d2) var[d1][d2]
#define ALLOC_2D(d1, d2) malloc(sizeof(DATA_TYPE[d1][d2]))
#define POLY_LOOP(it, n) for (int it = 0; it < (n); it++)
#define SCALAR_VAL(x) x
#endif
