/* A front that grows in noise. The generator is the author's own, and draws for one cell after the other; three ghost
   cells at both ends make the strip a ring. */
#include <stdio.h>

#define N 120
#define G 3

static double h[N + 2 * G], lap[N + 2 * G], kick[N + 2 * G];

static unsigned long long word = 88172645463325252ULL;
static double uniform(void)
{
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return (word >> 11) / 9007199254740992.0;
}

static void ends(double *a, int n)
{
    for (int g = 0; g < G; g++) {
        a[g] = a[n + g];
        a[n + G + g] = a[G + g];
    }
}

int main(void)
{
    int n = N, t, i;
    double mean = 0;
#pragma stencil
    for (t = 0; t < 80; t++) {
        ends(h, n);
        for (i = G; i < n + G; i++)
            kick[i] = uniform() - 0.5;
        for (i = G; i < n + G; i++)
            lap[i] = h[i - 1] - 2 * h[i] + h[i + 1] - 0.05 * (h[i - 3] - 2 * h[i] + h[i + 3]);
        for (i = G; i < n + G; i++)
            h[i] += 0.2 * lap[i] + 0.1 * kick[i];
        mean = 0;
        for (i = G; i < n + G; i++)
            mean += h[i];
        if (t % 20 == 0)
            printf("%d %.17g\n", t, mean / n);
    }
    for (i = 0; i < N + 2 * G; i++)
        printf("%.17g\n", h[i]);
    return 0;
}
