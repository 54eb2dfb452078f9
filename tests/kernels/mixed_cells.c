// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs of several types as elements: with gaps, whose bytes stay as they are, members of members, arrays, flags that
// decide about a cell, anonymous members, elements copied as a whole, levels of a declared array, rows of pointers, a
// table of structs that a flag picks from.
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
  double rho, u, v;
  int flag;
} Fluid;

typedef struct {
  float x, y;
} Wind;
typedef enum { GRASS, FIRE, ASH } Kind;
typedef struct {
  _Bool wet;
  Wind wind;
  Kind kind;
  double heat[2];
  unsigned char fuel;
} Land;

typedef struct {
  double rate;
  char letter;
  float loss[2];
} Stuff; // of a kind

typedef struct {
  float t;
  int n;
} Pair;

typedef struct {
  char tag;
  struct {
    short level;
    double z;
  };
} Depth;
typedef struct {
  int nx, ny;
  Depth *now, *next;
} Sea;

#define NY 12
#define NX 14
static Land land[2][NY][NX];

// Bytes between the members differ from element to element.
static Fluid *fluids(int n, unsigned seed) {
  Fluid *all = array(n, sizeof *all);
  unsigned char *bytes = (unsigned char *)all;
  for (size_t b = 0; b < n * sizeof *all; b++)
    bytes[b] = (unsigned char)(b * seed);
  for (int c = 0; c < n; c++) {
    fill_double(&all[c].rho, 1, seed + 3 * c);
    fill_double(&all[c].u, 1, seed + 3 * c + 1);
    fill_double(&all[c].v, 1, seed + 3 * c + 2);
    all[c].flag = c % 7 == 3;
  }
  return all;
}

static float around(const Land *l) {
  const Wind *left = &l[-1].wind, *right = &l[1].wind;
  return left->x + right->x + l[-NX].wind.y + l[NX].wind.y;
}

static Pair mixed(Pair a, Pair b) {
  Pair out = {0.5f * (a.t + b.t), a.n ^ (b.n + 1)};
  if (out.n % 3 == 0)
    out.t += 1.0f;
  return out;
}

// Long: one region for each way to have such structs.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  Fluid *a = fluids(n * m, 5), *b = fluids(n * m, 7);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      Land *l = &land[0][j][i];
      l->wet = (i + j) % 5 == 0;
      l->wind.x = 0.1f * i;
      l->wind.y = 0.2f * j;
      l->kind = (i * j) % 11 == 4 ? FIRE : GRASS;
      l->heat[0] = i - j;
      l->heat[1] = 0.25 * i;
      l->fuel = (unsigned char)(200 + i);
    }
  memcpy(land[1], land[0], sizeof land[0]);
  Stuff stuff[3] = {{0.01 * n, 'g', {0.5f, 0.25f}}, {0.02, 'f', {0.125f, 0.75f}}, {0, 'a', {0, 1}}};
  Pair **rows = array(n, sizeof *rows), **others = array(n, sizeof *others);
  for (int i = 0; i < n; i++) {
    rows[i] = array(m, sizeof(Pair));
    others[i] = array(m, sizeof(Pair));
    for (int j = 0; j < m; j++)
      rows[i][j] = (Pair){0.5f * j - i, i * j % 13};
  }
  Sea sea = {m, n, array(n * m, sizeof(Depth)), array(n * m, sizeof(Depth))}, *s = &sea;
  for (int c = 0; c < n * m; c++) {
    s->now[c].tag = (char)(c % 9);
    s->now[c].level = (short)(c * 37);
    s->now[c].z = 0.3 * c;
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        if (a[i * m + j].flag)
          continue;
        b[i * m + j].rho = a[i * m + j].rho - 0.1 * (a[i * m + j + 1].u - a[i * m + j - 1].u);
        b[i * m + j].u = 0.9 * a[i * m + j].u + 0.05 * a[(i - 1) * m + j].v * a[i * m + j].rho;
        b[i * m + j].v = a[(i + 1) * m + j].flag ? -a[i * m + j].v : 0.5 * a[i * m + j].v;
        b[i * m + j].flag = a[i * m + j].flag + (b[i * m + j].rho > 1.5);
      }
    Fluid *c = a;
    a = b;
    b = c;
  }

#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        const Land *l = &land[t % 2][j][i];
        Land *o = &land[(t + 1) % 2][j][i];
        *o = *l;
        if (l->wet && l->kind != FIRE)
          continue;
        o->heat[0] += 0.1 * around(l) + (l[NX].kind == FIRE);
        for (int k = 0; k < 2; k++)
          o->heat[1] += 0.125 * l[k].heat[1 - k];
        int kind = l->kind;
        o->heat[0] += stuff[kind].rate * l->heat[1] - stuff[kind].loss[1];
        o->kind = l->fuel < 190 ? ASH : o->heat[0] > 3 ? FIRE : l->kind;
        o->fuel -= (unsigned char)(o->kind == FIRE ? 7 : 1);
        o->wet = o->heat[1] > 2.5;
      }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        Pair w = rows[i][j], e = j % 2 ? rows[i][j - 1] : rows[i + 1][j];
        others[i][j] = mixed(w, e);
      }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        rows[i][j] = others[i][j];
  }

  double most = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    most = 0;
    for (int y = 1; y < s->ny - 1; y++)
      for (int x = 1; x < s->nx - 1; x++) {
        const Depth *d = &s->now[y * s->nx + x];
        s->next[y * s->nx + x].z = 0.5 * d->z + 0.01 * d[-1].level + 0.02 * d[1].tag;
        s->next[y * s->nx + x].level = (short)(d->level - d[s->nx].level);
        s->next[y * s->nx + x].tag = (char)(d->tag + 1);
        if (s->next[y * s->nx + x].z > most)
          most = s->next[y * s->nx + x].z;
      }
    Depth *x = s->now;
    s->now = s->next;
    s->next = x;
  }
  dump("a", a, sizeof(double), 4 * n * m);
  dump("b", b, sizeof(double), 4 * n * m);
  dump("land", land, 1, sizeof land);
  for (int i = 0; i < n; i++)
    dump("rows", rows[i], sizeof(float), 2 * m);
  dump("now", s->now, sizeof(Depth), n * m);
  dump("next", s->next, sizeof(Depth), n * m);
  DUMP(most);
  return 0;
}
