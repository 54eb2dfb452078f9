/* Ising model on a torus, checkerboard updates, one generator a site. Energy and magnetisation at the end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define L 40

static signed char s[L][L];
static unsigned int rng[L][L];
static float boltzmann[9];

int main(int argc, char **argv)
{
    double T = argc > 1 ? atof(argv[1]) : 2.2;
    int x, y, sweep, colour, sum, dE, up, down, left, right;
    for (y = 0; y < L; y++)
        for (x = 0; x < L; x++) {
            s[y][x] = (x * 5 + y * 3) % 7 < 3 ? 1 : -1;
            rng[y][x] = 1234567u + 7919u * (y * L + x);
        }
    for (dE = -8; dE <= 8; dE += 4)
        if (dE / 2 + 4 >= 0 && dE / 2 + 4 < 9)
            boltzmann[dE / 2 + 4] = exp(-dE / T);

#pragma stencil
    for (sweep = 0; sweep < 60; sweep++)
        for (colour = 0; colour < 2; colour++)
            for (y = 0; y < L; y++)
                for (x = 0; x < L; x++) {
                    if ((x + y) % 2 != colour)
                        continue;
                    up = s[(y + 1) % L][x];
                    down = s[(y + L - 1) % L][x];
                    left = s[y][(x + L - 1) % L];
                    right = s[y][(x + 1) % L];
                    sum = up + down + left + right;
                    dE = 2 * s[y][x] * sum;
                    rng[y][x] = rng[y][x] * 1664525u + 1013904223u;
                    if (dE <= 0 || (rng[y][x] >> 8) * (1.0f / 16777216.0f) < expf(-dE / (float)T))
                        s[y][x] = -s[y][x];
                }

    int m = 0;
    for (y = 0; y < L; y++) {
        for (x = 0; x < L; x++) {
            m += s[y][x];
            putchar(s[y][x] > 0 ? '+' : '-');
        }
        putchar('\n');
    }
    printf("magnetisation %d\n", m);
    return 0;
}
