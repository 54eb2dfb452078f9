// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that a step exchanges by copies through pointers. Beside those to the arrays it exchanges pointers that it
// does not use otherwise: to numbers of an array, and to structs. Structs as elements that memcpy copies back.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 4 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#include <string.h>

typedef struct {
  int nx, ny;
  double dx, *data;
} Field;

static void swap(Field *p, Field *q) {
  Field t = *p;
  *p = *q;
  *q = t;
}

static void evolve(Field *now, const Field *before) {
  for (int j = 1; j < now->ny - 1; j++)
    for (int i = 1; i < now->nx - 1; i++) {
      int c = j * now->nx + i;
      now->data[c] = before->data[c] + 0.1 * (before->data[c - 1] - 2 * before->data[c] + before->data[c + 1] +
                                              before->data[c - now->nx] + before->data[c + now->nx]) / before->dx;
    }
}

static void run(Field *now, Field *before, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    evolve(now, before);
    swap(now, before);
  }
}

typedef struct {
  short kind, heat;
  int age;
} Cell;

static void burn(int steps) {
  enum { ROWS = 22, COLUMNS = 31 };
  static Cell now[ROWS][COLUMNS], next[ROWS][COLUMNS];
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < COLUMNS; i++)
      now[j][i] = (Cell){(short)((i * j) % 3), (short)(i * 7 - j), j};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ROWS - 1; j++)
      for (int i = 1; i < COLUMNS - 1; i++) {
        Cell c = now[j][i];
        c.heat = (short)((now[j][i - 1].heat + now[j][i + 1].heat + now[j - 1][i].heat + now[j + 1][i].heat) / 4);
        if (c.kind == 1 && c.heat > 20)
          c.kind = 2;
        else
          c.age++;
        next[j][i] = c;
      }
    memcpy(now, next, sizeof now);
  }
  dump("now", now, sizeof(Cell), ROWS * COLUMNS);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  Field a = {nx, ny, 1.5, array(size, sizeof(double))}, b = {nx, ny, 1.5, array(size, sizeof(double))};
  fill_double(a.data, size, 1);
  fill_double(b.data, size, 2);
  run(&a, &b, steps);
  burn(steps);
  dump("a", a.data, sizeof(double), size);
  dump("b", b.data, sizeof(double), size);

  double *u = a.data, *v = b.data, *first = u, *second = v, *third = u + 1;
  Field *one = &a, *other = &b;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.5 * u[j * nx + i] + 0.25 * (u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
    double *w = u;
    u = v;
    v = w;
    w = first;
    first = second;
    second = third;
    third = w;
    Field *f = one;
    one = other;
    other = f;
  }
  int places[] = {(int)(first - a.data == 0), (int)(second - a.data == 0), (int)(third - a.data == 0), one == &a};
  dump("places", places, sizeof(int), 4);
  dump("u", u, sizeof *u, size);
  return 0;
}
