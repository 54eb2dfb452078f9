// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs as elements: members of members, arrays as members, pointers to elements, elements copied as a whole, by value to
// functions and from them, rows of pointers, levels of a declared array.
// NO-DIAMOND
// WHOLE: don't lie one behind the other
// RUN-ARGS: 23 19 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  double x, y;
} Pair;
typedef struct {
  Pair speed;
  double p;
  double f[3];
} Cell;
typedef struct {
  float u, v;
} Two;
typedef struct {
  int nx, ny;
  Two *now, *next;
} Sim;

static Cell grid[2][12][14];

static double around(const Cell *c, int m) { return c[-m].p + c[m].p + c[-1].p + c[1].p - 4 * c->p; }

// As many of the members' elements as the caller says.
static void mix(const Cell *c, const Cell *before, Cell *o, int parts) {
  for (int k = 0; k < parts; k++)
    o->f[k] = 0.3 * c->f[(k + 1) % 3] + 0.1 * before->f[k];
}

// A value of what it is stored in, arrays and all.
static Cell turned(Cell c) {
  if (c.p < 0)
    return (Cell){{c.speed.y, c.speed.x}, c.p, {c.f[2], c.f[0], c.f[1]}};
  c.f[1] *= 0.5;
  return c;
}

static void step(int parts, int n, int m, Cell *restrict a, Cell *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      Cell *c = &a[i * m + j], *o = b + i * m + j;
      o->p = c->p + 0.1 * around(c, m);
      o->speed.x = 0.9 * c->speed.x + 0.01 * (c[1].p - c[-1].p);
      (*o).speed.y = c->speed.y * 0.5 + a[(i - 1) * m + j].speed.x;
      mix(c, &a[i * m + j - 1], o, parts);
      *o = turned(*o);
    }
  for (int j = 0; j < m; j++)
    b[j].p = b[m + j].p;
  b[0].p = 1;
}

static Two react(Two c, float lu, float lv) {
  Two o;
  float uvv = c.u * c.v * c.v;
  o.u = c.u + 0.16f * lu - 0.1f * uvv;
  o.v = 0.9f * c.v + 0.08f * lv;
  return o;
}

#define AT(i, j) s->now[((i + s->nx) % s->nx) * s->ny + ((j + s->ny) % s->ny)]

// Long: one region for each way to get at members.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  const int parts = n > 5 ? 3 : 2;
  Cell *a = array(n * m, sizeof(Cell)), *b = array(n * m, sizeof(Cell));
  Sim sim = {n, m, array(n * m, sizeof(Two)), array(n * m, sizeof(Two))}, *s = &sim;
  Two **rows = array(n, sizeof *rows), **others = array(n, sizeof *others);
  fill_double(&a[0].speed.x, 6 * n * m, 1);
  fill_double(&b[0].speed.x, 6 * n * m, 2);
  fill_double(&grid[0][0][0].speed.x, 6 * 2 * 12 * 14, 3);
  fill_float(&sim.now[0].u, 2 * n * m, 4);
  fill_float(&sim.next[0].u, 2 * n * m, 5);
  for (int i = 0; i < n; i++) {
    rows[i] = array(m, sizeof(Two));
    others[i] = array(m, sizeof(Two));
    fill_float(&rows[i][0].u, 2 * m, 6 + i);
    fill_float(&others[i][0].u, 2 * m, 7 + i);
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(parts, n, m, a, b);
    Cell *c = a;
    a = b;
    b = c;
  }
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 11; i++)
      for (int j = 1; j < 13; j++) {
        grid[(t + 1) % 2][i][j].p =
            0.25 * (grid[t % 2][i - 1][j].p + grid[t % 2][i + 1][j].p + grid[t % 2][i][j - 1].speed.x);
        grid[(t + 1) % 2][i][j].speed.x = 0.5 * grid[t % 2][i][j].speed.x + 0.1 * grid[t % 2][i][j + 1].f[1];
        grid[(t + 1) % 2][i][j].f[1] = grid[t % 2][i][j].f[1];
      }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < s->nx; i++)
      for (int j = 0; j < s->ny; j++) {
        float lu = AT(i - 1, j).u + AT(i + 1, j).u + AT(i, j - 1).u + AT(i, j + 1).u - 4 * AT(i, j).u;
        float lv = AT(i - 1, j).v + AT(i + 1, j).v + AT(i, j - 1).v + AT(i, j + 1).v - 4 * AT(i, j).v;
        s->next[i * s->ny + j] = react(s->now[i * s->ny + j], lu, lv);
      }
    Two *x = s->now;
    s->now = s->next;
    s->next = x;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        Two w = rows[i][j], e = j % 2 ? rows[i][j - 1] : rows[i][j + 1], o = {0.5f, w.u};
        w.u += 0.5f * (e.u - w.u) + 0.1f * o.v;
        w.v = e.v * o.u - rows[i - 1][j].v * 0.5f;
        others[i][j] = w;
      }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        rows[i][j] = others[i][j];
  }
  dump("a", a, sizeof(double), 6 * n * m);
  dump("b", b, sizeof(double), 6 * n * m);
  dump("grid", grid, sizeof(double), 6 * 2 * 12 * 14);
  dump("now", s->now, sizeof(float), 2 * n * m);
  dump("next", s->next, sizeof(float), 2 * n * m);
  for (int i = 0; i < n; i++)
    dump("rows", rows[i], sizeof(float), 2 * m);
  return 0;
}
