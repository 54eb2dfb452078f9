/* HPP lattice gas: four bits a cell, collisions by a table, power-of-two torus, wrapped by masks. */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;

#define LOGX 6
#define LOGY 5
#define SX (1 << LOGX)
#define SY (1 << LOGY)
#define MX (SX - 1)
#define MY (SY - 1)

enum { E = 1, N = 2, W = 4, S = 8, WALL = 16 };

byte a[SY][SX], b[SY][SX];

int main(int argc, char **argv)
{
    int t, x, y, nt = argc > 1 ? atoi(argv[1]) : 40;
    unsigned seed = 99;
    for (y = 0; y < SY; y++)
        for (x = 0; x < SX; x++) {
            seed = seed * 1664525u + 1013904223u;
            a[y][x] = (seed >> 20) & 15;
            if ((x - 40) * (x - 40) + (y - 16) * (y - 16) < 20)
                a[y][x] |= WALL;
        }
#pragma stencil
    for (t = 0; t < nt; t++) {
        for (y = 0; y < SY; y++)
            for (x = 0; x < SX; x++) {
                byte in = (a[y][(x - 1) & MX] & E) | (a[(y + 1) & MY][x] & N) | (a[y][(x + 1) & MX] & W) | (a[(y - 1) & MY][x] & S);
                byte wall = a[y][x] & WALL;
                if (wall)
                    in = ((in & E) << 2) | ((in & W) >> 2) | ((in & N) << 2) | ((in & S) >> 2);
                else if (in == (E | W))
                    in = N | S;
                else if (in == (N | S))
                    in = E | W;
                b[y][x] = in | wall;
            }
        for (y = 0; y < SY; y++)
            for (x = 0; x < SX; x++)
                a[y][x] = b[y][x];
    }
    int particles = 0;
    for (y = 0; y < SY; y++) {
        for (x = 0; x < SX; x++) {
            putchar(" .:-=+*%#@ABCDEFWWWWWWWWWWWWWWWW"[a[y][x]]);
            for (t = 0; t < 4; t++)
                particles += a[y][x] >> t & 1;
        }
        putchar('\n');
    }
    printf("%d particles\n", particles);
    return 0;
}
