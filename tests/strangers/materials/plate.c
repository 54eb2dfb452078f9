/* Heat conduction through several materials: each cell has the number of its material, a table its diffusivity. */
#include <stdio.h>
#include <stdlib.h>

#define NX 50
#define NY 40
#define NMAT 4

struct material {
    const char *name;
    double diffusivity;
};

static struct material table[NMAT] = {{"air", 0.19}, {"steel", 0.0117}, {"copper", 0.111}, {"wood", 0.00082}};

int main(int argc, char **argv)
{
    static double T[2][NY][NX];
    static unsigned char mat[NY][NX];
    double coeff[NMAT];
    int i, j, n, steps = argc > 1 ? atoi(argv[1]) : 80;

    for (n = 0; n < NMAT; n++)
        coeff[n] = table[n].diffusivity;
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++) {
            mat[j][i] = (i / 10 + j / 13) % NMAT;
            T[0][j][i] = T[1][j][i] = j == 0 ? 100.0 : 20.0;
        }
#pragma stencil
    for (n = 0; n < steps; n++) {
        int now = n % 2, then = 1 - now;
        for (j = 1; j < NY - 1; j++)
            for (i = 1; i < NX - 1; i++) {
                double a = coeff[mat[j][i]];
                T[then][j][i] = T[now][j][i] + a * (T[now][j][i - 1] + T[now][j][i + 1] + T[now][j - 1][i] + T[now][j + 1][i] - 4 * T[now][j][i]);
            }
    }
    for (j = 0; j < NY; j += 6) {
        for (i = 0; i < NX; i += 7)
            printf("%9.4f", T[n % 2][j][i]);
        printf("\n");
    }
    return 0;
}
