#pragma once
#include <stddef.h>

/* A regular grid with a halo of four points on every side. */
enum { HALO = 4 };

struct grid {
	int nx, ny, nz;      /* with halo */
	float h, dt;
};

struct wavefield {
	struct grid g;
	float *prev, *curr;
	float *vel2;         /* (v dt / h)^2 */
};

#define AT(g, x, y, z) (((size_t)(z) * (g).ny + (y)) * (g).nx + (x))

int wf_alloc(struct wavefield *wf, struct grid g);
void wf_free(struct wavefield *wf);
float ricker(float t, float f0);
