/* Forward modelling: constant density acoustic wave equation, 8th order in space, 2nd in time. */
#include "model.h"
#include <stdio.h>
#include <stdlib.h>

static const float c[HALO + 1] = {-205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};

static void propagate(struct wavefield *wf, const float *src, int nt, int sx, int sy, int sz, float *trace, int rx)
{
	const int nx = wf->g.nx, ny = wf->g.ny, nz = wf->g.nz;
	float *u0 = wf->prev, *u1 = wf->curr;
	const float *vel2 = wf->vel2;

#pragma stencil
	for (int it = 0; it < nt; it++) {
		for (int z = HALO; z < nz - HALO; z++)
			for (int y = HALO; y < ny - HALO; y++)
				for (int x = HALO; x < nx - HALO; x++) {
					size_t p = ((size_t)z * ny + y) * nx + x;
					float lap = 3 * c[0] * u1[p];
					for (int r = 1; r <= HALO; r++)
						lap += c[r] * (u1[p + r] + u1[p - r] + u1[p + r * nx] + u1[p - r * nx] +
						               u1[p + (size_t)r * nx * ny] + u1[p - (size_t)r * nx * ny]);
					u0[p] = 2 * u1[p] - u0[p] + vel2[p] * lap;
				}
		u0[((size_t)sz * ny + sy) * nx + sx] += src[it];
		trace[it] = u0[((size_t)sz * ny + sy) * nx + rx];
		float *tmp = u0;
		u0 = u1;
		u1 = tmp;
	}
	wf->prev = u0;
	wf->curr = u1;
}

int main(int argc, char **argv)
{
	struct grid g = {argc > 1 ? atoi(argv[1]) : 40, argc > 2 ? atoi(argv[2]) : 36, argc > 3 ? atoi(argv[3]) : 30, 10.0f, 0.001f};
	int nt = argc > 4 ? atoi(argv[4]) : 60;
	struct wavefield wf;
	if (wf_alloc(&wf, g)) {
		fprintf(stderr, "out of memory\n");
		return 1;
	}
	float *src = malloc(nt * sizeof *src), *trace = calloc(nt, sizeof *trace);
	for (int i = 0; i < nt; i++)
		src[i] = ricker(i * g.dt, 25.0f);
	propagate(&wf, src, nt, g.nx / 2, g.ny / 2, g.nz / 3, trace, g.nx / 2 + 6);
	for (int i = 0; i < nt; i += 5)
		printf("%d %.9e\n", i, trace[i]);
	FILE *f = fopen("snapshot.bin", "wb");
	fwrite(wf.curr, sizeof(float), (size_t)g.nx * g.ny * g.nz, f);
	fclose(f);
	wf_free(&wf);
	free(src);
	free(trace);
	return 0;
}
