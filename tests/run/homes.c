// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that look at planes of kept arrays, and that write some, between regions in an order by a seed.
//
//   homes SEED CALLS WIDTH PLANES [WHAT..]
//
// WHAT: the calls, in turn. Of flat arrays and of tables the slowest axis is cut as well.
#include "dump.h"

enum { ROWS = 6, LINES = 24, COLUMNS = 10 };
static float table[LINES][COLUMNS];

static void smooth(int nx, int nz, const float (*u)[ROWS][nx], float (*v)[ROWS][nx]) {
#pragma stencil
  for (int k = 1; k < nz - 1; k++)
    for (int j = 0; j < ROWS; j++)
      for (int i = 1; i < nx - 1; i++)
        v[k][j][i] = 0.25f * (u[k - 1][j][i] + u[k + 1][j][i] + u[k][j][i - 1] + u[k][j][i + 1]);
}

static void steps(int nx, int nz, int count, float (*u)[ROWS][nx], float (*v)[ROWS][nx]) {
#pragma stencil
  for (int t = 0; t < count; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < nx; i++)
          v[k][j][i] = u[k][j][i] + 0.125f * (u[k - 1][j][i] - u[k + 1][j][i]);
    for (int k = 1; k < nz - 1; k++)
      for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < nx; i++)
          u[k][j][i] = v[k][j][i];
  }
}

static void whole(int nx, int nz, float by, float (*u)[ROWS][nx]) {
#pragma stencil
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ROWS; j++)
      for (int i = 0; i < nx; i++)
        u[k][j][i] = 0.5f * u[k][j][i] + by;
}

static void flat_lines(int nx, int nz, float *f) {
#pragma stencil
  for (int k = 1; k < nz - 1; k++)
    for (int i = 0; i < nx; i++)
      f[k * nx + i] = f[k * nx + i] * 0.75f + 0.25f;
}

static void turn_table(void) {
#pragma stencil
  for (int j = 0; j < LINES; j++)
    for (int i = 0; i < COLUMNS; i++)
      table[j][i] = 0.5f - table[j][i];
}

static void show(const char *name, const float *cells, size_t count) { dump(name, cells, sizeof *cells, count); }

static void halve(float *cells, size_t count) {
  for (size_t n = 0; n < count; n++)
    cells[n] *= 0.5f;
}

static void show_line(void) { show("line", table[7], COLUMNS); }
static void change_line(void) { table[LINES - 1][2] = 3; }

// Called in the scope, with a part of its own.
static void show_planes(int nx, int from, int count, const float (*w)[ROWS][nx]) {
#pragma stencil home(w[from : count])
  for (int k = from; k < from + count; k++)
    show("w", &w[k][0][0], (size_t)(ROWS * nx));
}

// The same of flat arrays and tables, and with statements within.
static void look_beside(unsigned what, int nx, int nz, int k, float (*u)[ROWS][nx], float *f) {
  const size_t plane = (size_t)(ROWS * nx);
  switch (what % 12) {
  case 6:
#pragma stencil home(f[k * nx : nx])
    show("f", f + k * nx, (size_t)nx);
    break;
  case 7:
#pragma stencil home(f[k * nx + 1 : nx / 2])
    halve(f + k * nx + 1, (size_t)(nx / 2));
    break;
  case 8:
#pragma stencil home(table[7 : 1])
    show_line();
    break;
  case 9:
#pragma stencil home(table)
    change_line();
    break;
  case 10: // a statement within, and a region
#pragma stencil home(u)
  {
    u[k][0][0] = 1;
#pragma stencil home(u[k : 1])
    show("u", &u[k][0][0], plane);
    u[k][0][1] = 2;
    if (what / 16 % 2)
      whole(nx, nz, 0.25f, u);
    u[k][0][2] = 3;
    show("u", &u[0][0][0], plane * (size_t)nz);
  } break;
  default:
#pragma stencil home(u[k : 0])
    printf("%d\n", k);
  }
}

// What a statement may do with planes k .. k + n.
static void look(unsigned what, int nx, int nz, int k, int n, float (*u)[ROWS][nx], float (*v)[ROWS][nx], float *f) {
  const size_t plane = (size_t)(ROWS * nx);
  switch (what % 12) {
  case 0:
#pragma stencil home(u[k : n])
    for (int p = k; p < k + n; p++)
      fwrite(u[p], sizeof(float), plane, stdout);
    break;
  case 1:
#pragma stencil home(u[k : 1], v[nz - 1 - k : 1])
    printf("%a %a\n", (double)u[k][1][nx / 2], (double)v[nz - 1 - k][0][nx - 1]);
    break;
  case 2: // writes
#pragma stencil home(u[k : n])
    for (int p = k; p < k + n; p++)
      u[p][2][1] = u[p][3][1] + 1;
    break;
  case 3: // in a function
#pragma stencil home(v[k : 1])
    halve(&v[k][0][0], plane);
    break;
  case 4:
#pragma stencil home(u, v)
  {
    show("u", &u[0][0][0], plane * (size_t)nz);
    v[nz / 2][0][0] += u[0][0][0];
  } break;
  case 5:
    show_planes(nx, k, n, (const float(*)[ROWS][nx])v);
    break;
  default:
    look_beside(what, nx, nz, k, u, f);
  }
}

int main(int argc, char **argv) {
  unsigned seed = (unsigned)arg(argc, argv, 1, 1);
  const int calls = arg(argc, argv, 2, 20), nx = arg(argc, argv, 3, 9), nz = arg(argc, argv, 4, 20);
  const size_t cells = (size_t)nx * ROWS * (size_t)nz, lines = (size_t)nx * (size_t)nz;
  float(*u)[ROWS][nx] = array(cells, sizeof(float)), (*v)[ROWS][nx] = array(cells, sizeof(float)),
  *f = array(lines, sizeof(float));
  fill_float(&u[0][0][0], cells, seed);
  fill_float(&v[0][0][0], cells, seed + 1);
  fill_float(f, lines, seed + 2);
  fill_float(&table[0][0], LINES * COLUMNS, seed + 3);
#pragma stencil keep(u, v, f, table)
  for (int call = 0; call < calls; call++) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned what = argc > 5 ? (unsigned)atoi(argv[5 + call % (argc - 5)]) : seed >> 8;
    const int k = (int)(what / 64 % (unsigned)nz), n = (int)(what / 4096 % (unsigned)(nz - k)) + 1;
    switch (what / 16 % 4) {
    case 0:
      smooth(nx, nz, (const float(*)[ROWS][nx])u, v);
      turn_table();
      break;
    case 1:
      steps(nx, nz, 3, u, v);
      flat_lines(nx, nz, f);
      break;
    case 2:
      whole(nx, nz, 0.125f, u);
      break;
    default:
      turn_table();
    }
    look(what, nx, nz, k, n, u, v, f);
    if (what / 1048576 % 2) {
      float(*other)[ROWS][nx] = u;
      u = v;
      v = other;
    }
  }
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("f", f, sizeof(float), lines);
  dump("table", table, sizeof(float), LINES * COLUMNS);
  return 0;
}
