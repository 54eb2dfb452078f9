/* 1D FDTD with a soft source and absorbing ends (the old values of the neighbours are kept in scalars). */
#include <math.h>
#include <stdio.h>

#define KE 180

int main()
{
    double ex[KE], hy[KE], cb[KE];
    int n, k, nsteps = 260, kc = KE / 2;
    double t0 = 40.0, spread = 12, T = 0, pulse;
    double ex_low_m1 = 0, ex_low_m2 = 0, ex_high_m1 = 0, ex_high_m2 = 0;

    for (k = 0; k < KE; k++) {
        ex[k] = 0;
        hy[k] = 0;
        cb[k] = k < 110 ? 0.5 : 0.5 / 4.0;
    }

#pragma stencil
    for (n = 1; n <= nsteps; n++) {
        T = T + 1;
        for (k = 1; k < KE; k++)
            ex[k] = ex[k] + cb[k] * (hy[k - 1] - hy[k]);
        pulse = exp(-.5 * (pow((t0 - T) / spread, 2.0)));
        ex[kc] = ex[kc] + pulse;
        ex[0] = ex_low_m2;
        ex_low_m2 = ex_low_m1;
        ex_low_m1 = ex[1];
        ex[KE - 1] = ex_high_m2;
        ex_high_m2 = ex_high_m1;
        ex_high_m1 = ex[KE - 2];
        for (k = 0; k < KE - 1; k++)
            hy[k] = hy[k] + .5 * (ex[k] - ex[k + 1]);
    }

    printf("T = %g\n", T);
    for (k = 0; k < KE; k += 6)
        printf("%3d %14.10f %14.10f\n", k, ex[k], hy[k]);
    return 0;
}
