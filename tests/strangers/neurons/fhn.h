#ifndef FHN_H
#define FHN_H
#include <stddef.h>

struct fhn_params {
	double a, b, tau, D, dt, h;
	double stimulus;
	int stim_begin, stim_end;
};

struct tissue {
	size_t rows, cols;
	double *restrict v, *restrict w, *restrict vnew;
};

static inline size_t at(const struct tissue *t, size_t i, size_t j)
{
	return i * t->cols + j;
}

static inline double cubic(double v)
{
	return v - v * v * v / 3.0;
}

int tissue_init(struct tissue *t, size_t rows, size_t cols);
void tissue_step(struct tissue *t, const struct fhn_params *p, int step);
#endif
