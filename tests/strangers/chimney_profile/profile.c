/* Smoke in a channel: the mean of each row, and what pulls the cells back to it. Assignment 4. */
#include <stdio.h>
#include <stdlib.h>
#define NX 72
#define NY 40
static double q[NY][NX], qn[NY][NX], mean[NY], column[NX];
int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 12;
  int nx = NX, ny = NY;
  for (int j = 0; j < ny; j++) for (int i = 0; i < nx; i++) q[j][i] = (i * 7 + j * 11) % 13;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++) {
      double s = 0;
      for (int i = 0; i < nx; i++)
        s += q[j][i];
      mean[j] = s / nx;
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 0; i < nx; i++) {
        int l = i == 0 ? nx - 1 : i - 1, r = i == nx - 1 ? 0 : i + 1;
        qn[j][i] = q[j][i] - 0.2 * (q[j][i] - q[j][l]) + 0.05 * (q[j-1][i] + q[j+1][i] + q[j][r] + q[j][l] - 4 * q[j][i]) - 0.01 * (q[j][i] - mean[j]);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 0; i < nx; i++)
        q[j][i] = qn[j][i];
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        column[i] += q[j][i];
  }
  for (int j = 0; j < ny; j++) printf("%a %a\n", mean[j], q[j][j]);
  for (int i = 0; i < nx; i++) printf("%a\n", column[i]);
  return 0;
}
