// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code beside structs that are exchanged: it changes what else they hold, and uses pointers that the step has set to
// their arrays; data that two structs exchange, each with its own word for the row's length; lengths that the step copies.
// READING
// RANK: 2
// RUN-ARGS: 23 18 @
// TINY-ARGS: 3 2 2
// REGION: @
// REGION: @
// REGION: @
// HOST: every 3 from 1
#include "dump.h"

typedef struct {
  double *u;
  int nx, ny;
  double time;
} Grid;
typedef struct {
  Grid *cur, *next;
} Pair;
#define AT(g, j, i) (g)->u[(j) * (g)->nx + (i)]

static void note(Grid *g, int t) {
  g->time += t;
  printf("%d: %a %a\n", t, AT(g, 0, 1), g->time);
}

static void relax(Grid *to, const Grid *from) {
  const int nx = from->nx, ny = from->ny;
  const double *u = from->u;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      int k = j * nx + i;
      if (i == 0 && (j == 0 || j == ny - 1))
        to->u[k] = u[k];
      else if (i == 0)
        to->u[k] = 0.5 * (u[k - nx] + u[k + nx]);
      else if (i == nx - 1)
        to->u[k] = u[k - 1];
      else
        to->u[k] = 0.5 * (u[k - 1] + u[k + 1]);
    }
}

static void swap(Grid *a, Grid *b) {
  double *u = a->u;
  a->u = b->u;
  b->u = u;
}

// Long: one region for each way.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double *first = array(cells, sizeof(double)), *second = array(cells, sizeof(double));
  fill_double(first, cells, 1);
  fill_double(second, cells, 2);
  Grid a = {first, nx, ny, 0}, b = {second, nx, ny, 100};

#pragma stencil
  for (int t = 0; t < steps; t++) {
    relax(&b, &a);
    Grid other = a;
    a = b;
    b = other;
    if (t % 3 == 1) {
      note(&a, t);
      note(&b, 2 * t);
    }
  }
  int left[] = {a.u == first, b.u == first};
  DUMP(left);
  DUMP(a.time);
  DUMP(b.time);

  Pair pair = {&a, &b};
  double *out = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const double *in = pair.cur->u;
    out = pair.next->u;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        out[j * nx + i] = 0.25 * (in[(j - 1) * nx + i] + in[(j + 1) * nx + i] + in[j * nx + i - 1] + in[j * nx + i + 1]);
    Grid *other = pair.cur;
    pair.cur = pair.next;
    pair.next = other;
    if (t % 3 == 1)
      printf("%a %a\n", in[nx], out[nx]);
  }
  int is_out = steps > 0 && out == pair.cur->u;
  DUMP(is_out);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < a.ny - 1; j++)
      for (int i = 1; i < b.nx - 1; i++)
        AT(&b, j, i) = 0.5 * (AT(&a, j, i - 1) + AT(&a, j + 1, i));
    if (t % 3 == 1)
      printf("%a\n", AT(&b, 0, 0));
    swap(&a, &b);
  }
  dump("first", first, sizeof(double), cells);
  dump("second", second, sizeof(double), cells);
  return 0;
}
