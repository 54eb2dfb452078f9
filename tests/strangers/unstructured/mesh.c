/* Diffusion on a triangle mesh: neighbours come from a list. */
#include <stdio.h>
#include <stdlib.h>

#define CELLS 400

static int neighbour[CELLS][3];
static double u[CELLS], v[CELLS];

int main(void)
{
    for (int c = 0; c < CELLS; c++) {
        for (int k = 0; k < 3; k++)
            neighbour[c][k] = (c * 7 + k * 131 + 1) % CELLS;
        u[c] = c % 10;
    }
#pragma stencil
    for (int step = 0; step < 50; step++) {
        for (int c = 0; c < CELLS; c++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += u[neighbour[c][k]] - u[c];
            v[c] = u[c] + 0.1 * sum;
        }
        for (int c = 0; c < CELLS; c++)
            u[c] = v[c];
    }
    for (int c = 0; c < CELLS; c += 40)
        printf("%d %.15g\n", c, u[c]);
    return 0;
}
