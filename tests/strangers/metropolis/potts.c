/* Potts model with Q states by Metropolis updates in a checkerboard, for a course on Monte Carlo methods.
   Each site has a generator of its own, so that the result doesn't depend on the order of the sites. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define Q 3
#define L 48

static double uniform(uint64_t *s)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return (double)((*s * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static int same(int a, int b) { return a == b; }

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 50;
    double beta = 0.9;
    int (*state)[L] = malloc(sizeof(int[L][L]));
    uint64_t (*seed)[L] = malloc(sizeof(uint64_t[L][L]));
    long accepted = 0;

    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++) {
            seed[i][j] = 88172645463325252ULL + 1234567ULL * (uint64_t)(i * L + j);
            state[i][j] = (int)(uniform(&seed[i][j]) * Q);
        }

#pragma stencil
    for (int sweep = 0; sweep < sweeps; sweep++)
        for (int colour = 0; colour < 2; colour++)
            for (int i = 0; i < L; i++)
                for (int j = (i + colour) % 2; j < L; j += 2) {
                    int up = state[(i + 1) % L][j], down = state[(i + L - 1) % L][j];
                    int left = state[i][(j + L - 1) % L], right = state[i][(j + 1) % L];
                    int now = state[i][j], next = (now + 1 + (int)(uniform(&seed[i][j]) * (Q - 1))) % Q;
                    int gain = same(next, up) + same(next, down) + same(next, left) + same(next, right) -
                               same(now, up) - same(now, down) - same(now, left) - same(now, right);
                    if (gain >= 0 || uniform(&seed[i][j]) < exp(beta * gain)) {
                        state[i][j] = next;
                        accepted++;
                    }
                }

    long count[Q] = {0}, bonds = 0;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++) {
            count[state[i][j]]++;
            bonds += same(state[i][j], state[(i + 1) % L][j]) + same(state[i][j], state[i][(j + 1) % L]);
        }
    for (int q = 0; q < Q; q++)
        printf("state %d: %ld\n", q, count[q]);
    printf("bonds %ld of %d, accepted %ld\n", bonds, 2 * L * L, accepted);
    free(state);
    free(seed);
    return 0;
}
