/* Waves in excitable tissue (FitzHugh-Nagumo), no-flux edges, a stimulus in a corner for some steps. */
#include "fhn.h"
#include <stdio.h>
#include <stdlib.h>

int tissue_init(struct tissue *t, size_t rows, size_t cols)
{
	t->rows = rows;
	t->cols = cols;
	t->v = malloc(rows * cols * sizeof *t->v);
	t->w = malloc(rows * cols * sizeof *t->w);
	t->vnew = malloc(rows * cols * sizeof *t->vnew);
	if (!t->v || !t->w || !t->vnew)
		return 0;
	for (size_t i = 0; i < rows * cols; i++) {
		t->v[i] = -1.2;
		t->w[i] = -0.62;
		t->vnew[i] = 0.0;
	}
	return 1;
}

void tissue_step(struct tissue *t, const struct fhn_params *p, int step)
{
	for (size_t i = 0; i < t->rows; i++)
		for (size_t j = 0; j < t->cols; j++) {
			size_t up = i > 0 ? i - 1 : i;
			size_t down = i + 1 < t->rows ? i + 1 : i;
			size_t left = j > 0 ? j - 1 : j;
			size_t right = j + 1 < t->cols ? j + 1 : j;
			double v = t->v[at(t, i, j)], w = t->w[at(t, i, j)];
			double lap = (t->v[at(t, up, j)] + t->v[at(t, down, j)] + t->v[at(t, i, left)] + t->v[at(t, i, right)] - 4 * v) / (p->h * p->h);
			double current = 0;
			if (step >= p->stim_begin && step < p->stim_end && i < 5 && j < 5)
				current = p->stimulus;
			t->vnew[at(t, i, j)] = v + p->dt * (cubic(v) - w + current + p->D * lap);
			t->w[at(t, i, j)] = w + p->dt * (v + p->a - p->b * w) / p->tau;
		}
	for (size_t i = 0; i < t->rows; i++)
		for (size_t j = 0; j < t->cols; j++)
			t->v[at(t, i, j)] = t->vnew[at(t, i, j)];
}

int main(int argc, char **argv)
{
	struct fhn_params p = {0.7, 0.8, 12.5, 1.0, 0.05, 1.0, 1.5, 5, 60};
	struct tissue t;
	int steps = argc > 1 ? atoi(argv[1]) : 200;
	if (!tissue_init(&t, 30, 41)) {
		fputs("no memory\n", stderr);
		return EXIT_FAILURE;
	}
#pragma stencil
	for (int s = 0; s < steps; s++)
		tissue_step(&t, &p, s);
	for (size_t i = 0; i < t.rows; i += 6) {
		for (size_t j = 0; j < t.cols; j += 8)
			printf("%9.6f ", t.v[at(&t, i, j)]);
		printf("\n");
	}
	return EXIT_SUCCESS;
}
