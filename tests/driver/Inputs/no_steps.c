#include <stdio.h>
#include <stdlib.h>

enum { kCells = 30 };

struct sim {
  int n, every;
  double dt, time, most;
  double **u, **v;
  double (*mean)[kCells];
};

static int asks;

static int counted(int steps) {
  asks++;
  return steps;
}

// Arrays, sizes and scalars are members of a struct that needn't be there.
static void relax(struct sim *s, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    s->most = 0;
    for (int j = 1; j < s->n - 1; j++)
      for (int i = 1; i < s->n - 1; i++) {
        s->v[j][i] = s->u[j][i] + s->dt * (s->u[j][i - 1] + s->u[j][i + 1] - 2 * s->u[j][i]);
        if (s->v[j][i] > s->most)
          s->most = s->v[j][i];
      }
    double **w = s->u;
    s->u = s->v;
    s->v = w;
    s->time += s->dt;
    if (t % 4 == 0)
      printf("%d %.17g %.17g\n", t, s->time, s->most);
  }
}

// Pointers to structs move; the loop counts down.
static double moved(struct sim *from, struct sim *to, int steps) {
#pragma stencil
  while (steps-- > 0) {
    for (int j = 1; j < from->n - 1; j++)
      for (int i = 1; i < from->n - 1; i++)
        to->mean[j][i] = 0.5 * (from->mean[j][i - 1] + from->mean[j + 1][i]);
    struct sim *w = from;
    from = to;
    to = w;
  }
  return from ? from->mean[3][4] : steps;
}

// A nest without a time loop, and a quotient.
static void once(struct sim *s, int rows, int parts) {
#pragma stencil
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < kCells; i++)
      s->mean[j][i] = s->dt * s->u[j][i] + rows / parts;
}

static double **table(void) {
  double **rows = malloc(kCells * sizeof *rows);
  for (int j = 0; j < kCells; j++) {
    rows[j] = malloc(kCells * sizeof **rows);
    for (int i = 0; i < kCells; i++)
      rows[j][i] = (i * j) % 13;
  }
  return rows;
}

int main(int argc, char **argv) {
  (void)argv;
  int none = argc - 1;
  struct sim s = {kCells, 1, 0.125, 0, 0, NULL, NULL, NULL}, other = s;
  relax(NULL, none);
  relax(&s, counted(none));
  printf("%g\n", moved(NULL, NULL, none));
  once(NULL, none, none);
  s.u = table();
  s.v = table();
  s.mean = malloc(sizeof(double[kCells][kCells]));
  other.mean = malloc(sizeof(double[kCells][kCells]));
  relax(&s, 9);
  once(&s, kCells, 3);
  once(&other, none, none);
  once(&(struct sim){.n = kCells, .u = s.u, .mean = other.mean}, kCells, 4);
  printf("%.17g\n", moved(&s, &other, 5));
  printf("%.17g %.17g %.17g %d\n", s.u[7][9], s.mean[5][8], s.time, asks);
  return 0;
}
