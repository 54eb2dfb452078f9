/* Linear advection, leap-frog started by one upwind step. All time levels are kept for an x-t diagram. */
#include <math.h>
#include <stdio.h>
#define NX 101
#define NT 120
double u[NT + 1][NX];
int main()
{
   int n, i;
   double cfl = 0.8, xmax = 2.0, dx = xmax / (NX - 1);
   FILE *out;

   for (i = 0; i < NX; i++) {
      double x = i * dx;
      u[0][i] = x > 0.2 && x < 0.6 ? 1.0 : exp(-100 * (x - 1.2) * (x - 1.2));
   }
   u[1][0] = u[0][0];
   for (i = 1; i < NX; i++)
      u[1][i] = u[0][i] - cfl * (u[0][i] - u[0][i - 1]);
   u[1][NX - 1] = 0;

#pragma stencil
   for (n = 1; n < NT; n++) {
      u[n + 1][0] = 0.0;
      for (i = 1; i < NX - 1; i++)
         u[n + 1][i] = u[n - 1][i] - cfl * (u[n][i + 1] - u[n][i - 1]);
      u[n + 1][NX - 1] = u[n][NX - 2];
   }

   out = fopen("xt.dat", "w");
   for (n = 0; n <= NT; n += 10) {
      for (i = 0; i < NX; i++)
         fprintf(out, "%e ", u[n][i]);
      fprintf(out, "\n");
   }
   fclose(out);
   printf("final: %.15g %.15g\n", u[NT][50], u[NT][99]);
   return 0;
}
