// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to structs that hold the arrays, which the steps exchange: two by a function, with rows and a flat array;
// three in a rotation, with an array within and host code that gets one of them; and two that are only read.
// tests/kernels/struct_exchange.c has structs themselves.
// READING
// RANK: 2
// STEPS: 1 7
// HOST: every 3 from 0
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 23 18 @
// TINY-ARGS: 3 3 2
#include "dump.h"

typedef struct {
  int nx, ny;
  double rate;
  float **u;
  double *w;
} State;

static State *create(int nx, int ny, int seed) {
  State *s = array(1, sizeof *s);
  *s = (State){nx, ny, 0.1, array(ny, sizeof *s->u), array((size_t)nx * ny, sizeof(double))};
  float *rows = array((size_t)nx * ny, sizeof(float));
  for (int j = 0; j < ny; j++)
    s->u[j] = rows + (size_t)j * nx;
  fill_float(rows, (size_t)nx * ny, seed);
  fill_double(s->w, (size_t)nx * ny, seed + 1);
  return s;
}

static void step(const State *in, State *out) {
  for (int j = 1; j < in->ny - 1; j++)
    for (int i = 1; i < in->nx - 1; i++) {
      out->u[j][i] = in->u[j][i] + in->rate * (in->u[j][i - 1] + in->u[j][i + 1] + in->u[j - 1][i] + in->u[j + 1][i] - 4 * in->u[j][i]);
      out->w[j * out->nx + i] = 0.9 * in->w[j * in->nx + i] + out->rate * in->u[j][i];
    }
}

static void swap(State **p, State **q) {
  State *t = *p;
  *p = *q;
  *q = t;
}

static void show(const State *s) { dump("row", s->u[s->ny / 2], sizeof(float), s->nx); }

struct Shape {
  int n;
};
struct Wave {
  struct Shape shape;
  double v[40][40];
};
static struct Wave waves[3];

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7), t = 0;
  State *cur = create(nx, ny, 1), *next = create(nx, ny, 3), *first = cur;
#pragma stencil
  while (t < steps) {
    step(cur, next);
    swap(&cur, &next);
    if (t % 3 == 0)
      show(cur);
    t++;
  }
  printf("%d %d\n", cur == first, next == first);
  dump("u", cur->u[0], sizeof(float), (size_t)nx * ny);
  dump("w", next->w, sizeof(double), (size_t)nx * ny);

  struct Wave *old = &waves[0], *now = &waves[1], *later = &waves[2];
  for (int k = 0; k < 3; k++) {
    fill_double(&waves[k].v[0][0], 40 * 40, k + 7);
    waves[k].shape.n = ny;
  }
#pragma stencil
  for (t = 0; t < steps; t++) {
    const double(*p)[40] = now->v;
    for (int j = 1; j < now->shape.n - 1; j++)
      for (int i = 1; i < 39; i++)
        later->v[j][i] = 2 * p[j][i] - old->v[j][i] + 0.3 * (p[j - 1][i] + p[j][i - 1] - 4 * p[j][i] + p[j][i + 1] + p[j + 1][i]);
    struct Wave *spare = old;
    old = now, now = later;
    later = spare;
    if (t % 3 == 0)
      printf("%d of %d\n", (int)(now - waves), t);
  }
  printf("%d %d %d\n", (int)(old - waves), (int)(now - waves), (int)(later - waves));
  DUMP(waves[0].v);
  DUMP(waves[1].v);
  DUMP(waves[2].v);

  // The structs that are exchanged are only read.
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (int j = 1; j < now->shape.n - 1; j++)
      for (int i = 1; i < 39; i++)
        later->v[j][i] = 0.5 * later->v[j][i] + now->v[j - 1][i] - 0.25 * old->v[j][i + 1];
    struct Wave *spare = old;
    old = now, now = spare;
    if (t % 3 == 0)
      printf("%d of %d\n", (int)(now - waves), t);
  }
  printf("%d %d %d\n", (int)(old - waves), (int)(now - waves), (int)(later - waves));
  DUMP(waves[0].v);
  DUMP(waves[1].v);
  DUMP(waves[2].v);
  return 0;
}
