#include "model.h"
#include <math.h>
#include <stdlib.h>

int wf_alloc(struct wavefield *wf, struct grid g)
{
	size_t n = (size_t)g.nx * g.ny * g.nz;
	wf->g = g;
	wf->prev = calloc(n, sizeof(float));
	wf->curr = calloc(n, sizeof(float));
	wf->vel2 = malloc(n * sizeof(float));
	if (!wf->prev || !wf->curr || !wf->vel2)
		return -1;
	for (int z = 0; z < g.nz; z++)
		for (int y = 0; y < g.ny; y++)
			for (int x = 0; x < g.nx; x++) {
				float v = z > g.nz / 2 ? 2500.0f : 1500.0f;
				float c = v * g.dt / g.h;
				wf->vel2[AT(g, x, y, z)] = c * c;
			}
	return 0;
}

void wf_free(struct wavefield *wf)
{
	free(wf->prev);
	free(wf->curr);
	free(wf->vel2);
}

float ricker(float t, float f0)
{
	float a = 3.14159265f * f0 * (t - 1.2f / f0);
	return (1.0f - 2.0f * a * a) * expf(-a * a);
}
