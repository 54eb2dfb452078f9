/* A Poisson solver with options on the command line: boundary condition and scheme. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum bc { DIRICHLET, NEUMANN, PERIODIC };
enum scheme { FIVE_POINT, NINE_POINT };

typedef struct options {
  enum bc bc;
  enum scheme scheme;
  int n, iterations;
  double omega;
} options;

static void boundary(int n, double (*u)[n], const options *o) {
  int i;
  if (o->bc == NEUMANN) {
    for (i = 0; i < n; i++) {
      u[0][i] = u[1][i];
      u[n - 1][i] = u[n - 2][i];
    }
    for (i = 0; i < n; i++) {
      u[i][0] = u[i][1];
      u[i][n - 1] = u[i][n - 2];
    }
  } else if (o->bc == PERIODIC) {
    for (i = 0; i < n; i++) {
      u[0][i] = u[n - 2][i];
      u[n - 1][i] = u[1][i];
    }
    for (i = 0; i < n; i++) {
      u[i][0] = u[i][n - 2];
      u[i][n - 1] = u[i][1];
    }
  }
}

static void sweep(int n, double (*u)[n], double (*v)[n], double (*f)[n], const options *o) {
  int i, j;
  switch (o->scheme) {
  case FIVE_POINT:
    for (j = 1; j < n - 1; j++)
      for (i = 1; i < n - 1; i++)
        v[j][i] = (1 - o->omega) * u[j][i] + o->omega * 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - f[j][i]);
    break;
  case NINE_POINT:
    for (j = 1; j < n - 1; j++)
      for (i = 1; i < n - 1; i++)
        v[j][i] = (1 - o->omega) * u[j][i] +
                  o->omega * (4 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + u[j - 1][i - 1] + u[j - 1][i + 1] +
                              u[j + 1][i - 1] + u[j + 1][i + 1] - 6 * f[j][i]) / 20;
    break;
  }
}

static double solve(const options *o) {
  int n = o->n;
  double(*u)[n] = calloc(n, sizeof *u), (*v)[n] = calloc(n, sizeof *v), (*f)[n] = calloc(n, sizeof *f);
  f[n / 3][n / 4] = 1;
  f[2 * n / 3][n / 2] = -1;
#pragma stencil
  for (int it = 0; it < o->iterations; it++) {
    boundary(n, u, o);
    sweep(n, u, v, f, o);
    double(*t)[n] = u;
    u = v;
    v = t;
  }
  double s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      s += u[j][i] * (i + 2 * j);
  free(u), free(v), free(f);
  return s;
}

int main(int argc, char **argv) {
  options o = {DIRICHLET, FIVE_POINT, 38, 60, 0.9};
  for (int a = 1; a < argc; a++) {
    if (!strcmp(argv[a], "--periodic"))
      o.bc = PERIODIC;
    else if (!strcmp(argv[a], "--neumann"))
      o.bc = NEUMANN;
    else if (!strcmp(argv[a], "--nine"))
      o.scheme = NINE_POINT;
  }
  printf("%.15e\n", solve(&o));
  for (int b = DIRICHLET; b <= PERIODIC; b++)
    for (int s = FIVE_POINT; s <= NINE_POINT; s++) {
      o.bc = (enum bc)b;
      o.scheme = (enum scheme)s;
      printf("%d %d %.15e\n", b, s, solve(&o));
    }
  return 0;
}
