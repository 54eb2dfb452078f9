/* Three components of a velocity, one box behind the other in a block of memory, smoothed between slippery walls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(c, z, y, x) ((((c) * nz + (z)) * ny + (y)) * nx + (x))

int main(int argc, char **argv)
{
    int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[argc - 1]), t, c, x, y, z;
    size_t bytes = (size_t)3 * nx * ny * nz * sizeof(float);
    float *u = malloc(bytes), *v = malloc(bytes);

    for (c = 0; c < 3 * nx * ny * nz; c++)
        u[c] = (c * 7 % 19) / 19.0f;
    memcpy(v, u, bytes);
#pragma stencil
    for (t = 0; t < 7; t++) {
        for (z = 1; z < nz - 1; z++)
            for (y = 1; y < ny - 1; y++)
                for (x = 1; x < nx - 1; x++)
                    for (c = 0; c < 3; c++)
                        v[AT(c, z, y, x)] = 0.4f * u[AT(c, z, y, x)] +
                            0.1f * (u[AT(c, z, y, x - 1)] + u[AT(c, z, y, x + 1)] + u[AT(c, z, y - 1, x)] +
                                    u[AT(c, z, y + 1, x)] + u[AT(c, z - 1, y, x)] + u[AT(c, z + 1, y, x)]);
        for (c = 0; c < 3; c++)
            for (z = 0; z < nz; z++)
                for (y = 0; y < ny; y++) {
                    v[AT(c, z, y, 0)] = v[AT(c, z, y, 1)];
                    v[AT(c, z, y, nx - 1)] = v[AT(c, z, y, nx - 2)];
                }
        memcpy(u, v, (size_t)3 * nx * ny * nz * sizeof *u);
    }
    for (c = 0; c < 3 * nx * ny * nz; c += 5)
        printf("%.9g\n", u[c]);
    return 0;
}
