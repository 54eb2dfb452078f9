/* A plucked string; energy and the point under the bow are written in every step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define POINTS 161

static double line0[POINTS], line1[POINTS], line2[POINTS];

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 120, i, n;
    double c2 = 0.81, *trace = malloc(steps * sizeof(double));
    double *past = line0, *now = line1, *next = line2, *tmp;
    clock_t begin = clock();

    for (i = 0; i < POINTS; i++)
        past[i] = now[i] = i < POINTS / 3 ? i * 0.01 : (POINTS - 1 - i) * 0.005;

#pragma stencil
    for (n = 0; n < steps; n++) {
        for (i = 1; i < POINTS - 1; i++)
            next[i] = 2.0 * now[i] - past[i] + c2 * (now[i + 1] - 2.0 * now[i] + now[i - 1]);
        trace[n] = next[POINTS / 4];
        tmp = past;
        past = now;
        now = next;
        next = tmp;
        if (n % 40 == 0) {
            fprintf(stderr, "step %d after %.3f s\n", n, (double)(clock() - begin) / CLOCKS_PER_SEC);
            fflush(stderr);
        }
    }

    double energy = 0;
    for (i = 1; i < POINTS; i++) {
        double v = now[i] - past[i], s = now[i] - now[i - 1];
        energy += v * v + c2 * s * s;
    }
    printf("energy %.15e\n", energy);
    FILE *f = fopen("trace.txt", "w");
    for (n = 0; n < steps; n++)
        fprintf(f, "%d %.17g\n", n, trace[n]);
    fclose(f);
    free(trace);
    return 0;
}
