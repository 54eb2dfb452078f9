// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Himeno's benchmark: Jacobi's iteration for a pressure equation in curvilinear coordinates, 19 points and 14 arrays,
// 34 operations a cell.
//
//   gcc -O3 himeno.c && ./a.out M
//
// -DREAL=double makes all of it doubles. As in the published benchmark, three iterations are timed, then as many are
// made as fill about a minute;
// ./a.out M 100 makes 100 and no others. gosa goes to the output, times and MFLOPS to the error output.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef REAL
#define REAL float
#endif

static const struct {
  const char *name;
  int imax, jmax, kmax;
} sizes[] = {
    {"XS", 32, 32, 64}, {"S", 64, 64, 128}, {"M", 128, 128, 256}, {"L", 256, 256, 512}, {"XL", 512, 512, 1024},
};

static int imax, jmax, kmax;
static const REAL omega = 0.8f;

// A coefficient has one grid for each of its terms: a[0..3], b[0..2], c[0..2].
static REAL jacobi(int nn, REAL (*a)[imax][jmax][kmax], REAL (*b)[imax][jmax][kmax], REAL (*c)[imax][jmax][kmax],
                   REAL (*p)[jmax][kmax], REAL (*bnd)[jmax][kmax], REAL (*wrk1)[jmax][kmax], REAL (*wrk2)[jmax][kmax]) {
  REAL gosa = 0.0f;
#pragma stencil
  for (int n = 0; n < nn; n++) {
    gosa = 0.0f;
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++) {
          REAL s0 =
              a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] + a[2][i][j][k] * p[i][j][k + 1] +
              b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
              b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
              b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
              c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] + c[2][i][j][k] * p[i][j][k - 1] +
              wrk1[i][j][k];
          REAL ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
          gosa += ss * ss;
          wrk2[i][j][k] = p[i][j][k] + omega * ss;
        }
    for (int i = 1; i < imax - 1; i++)
      for (int j = 1; j < jmax - 1; j++)
        for (int k = 1; k < kmax - 1; k++)
          p[i][j][k] = wrk2[i][j][k];
  }
  return gosa;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double mflops(int nn, double cpu) {
  return 34.0 * (imax - 2) * (jmax - 2) * (kmax - 2) * nn / (cpu > 0.0 ? cpu : 1e-9) * 1e-6;
}

static REAL *filled(size_t count, REAL value) {
  REAL *values = malloc(count * sizeof *values);
  if (!values) {
    perror("himeno");
    exit(1);
  }
  for (size_t n = 0; n < count; n++)
    values[n] = value;
  return values;
}

int main(int argc, char **argv) {
  const char *size = argc > 1 ? argv[1] : "S";
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
    if (strcmp(size, sizes[n].name) == 0)
      imax = sizes[n].imax, jmax = sizes[n].jmax, kmax = sizes[n].kmax;
  if (imax == 0) {
    fprintf(stderr, "usage: himeno [XS, S, M, L or XL] [iterations]\n");
    return 1;
  }
  size_t cells = (size_t)imax * jmax * kmax;
  REAL *a = filled(4 * cells, 1.0f), *b = filled(3 * cells, 0.0f), *c = filled(3 * cells, 1.0f);
  REAL *p = filled(cells, 0.0f), *bnd = filled(cells, 1.0f), *wrk1 = filled(cells, 0.0f), *wrk2 = filled(cells, 0.0f);
  for (size_t n = 3 * cells; n < 4 * cells; n++)
    a[n] = 1.0f / 6.0f;
  for (size_t n = 0; n < cells; n++) {
    int i = (int)(n / ((size_t)jmax * kmax));
    p[n] = (REAL)(i * i) / (REAL)((imax - 1) * (imax - 1));
  }

  printf("imax = %d jmax = %d kmax = %d\n", imax, jmax, kmax);
  int nn = argc > 2 ? atoi(argv[2]) : 3;
  for (int measured = argc > 2; measured < 2; measured++) {
    double start = seconds();
    REAL gosa = jacobi(nn, (void *)a, (void *)b, (void *)c, (void *)p, (void *)bnd, (void *)wrk1, (void *)wrk2);
    double cpu = seconds() - start;
    printf("Loop executed for %d times\nGosa : %e\n", nn, gosa);
    fprintf(stderr, "time : %f sec.\nMFLOPS measured : %f\n", cpu, mflops(nn, cpu));
    nn = (int)(60.0 / (cpu / nn)) + 1;
  }
  return 0;
}
