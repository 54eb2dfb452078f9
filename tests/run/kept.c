// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of many kinds under keep, one after the other, in an order by a seed. They look at other boxes, at few
// planes, at a ring; some stop for host code, and some run as the original loops.
//
//   kept SEED CALLS WIDTH ROWS [ENDS [WHAT..]]
//
// With DEEP time loops are made by overlapped tiles, which exchange an array's memory with another's.
// ENDS: how the program ends in the scope: exit, abort, waits; else in order. WHAT: the calls, in turn.
#include "dump.h"
#include <unistd.h>

static void smooth(int nx, int ny, const float (*from)[nx], float (*to)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      to[j][i] = 0.25f * (from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i]);
}

static void heat(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#ifdef DEEP
#pragma stencil schedule(overlap) depth(2)
#else
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i] + 0.125f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i] - 4 * a[j][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

// Looks at cells of other rows that most of the others don't write.
static void along(int nx, int ny, int margin, const float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 2; j++)
    for (int i = margin; i < nx - margin; i++)
      b[j][i] = 0.5f * a[j - 1][i] - 0.25f * a[j + 2][i];
}

static void few_rows(int nx, int from, int end, float (*a)[nx], const float (*b)[nx]) {
#pragma stencil
  for (int j = from; j < end; j++)
    for (int i = 2; i < nx - 2; i++)
      a[j][i] = 0.5f * a[j][i] + b[j][i + 2];
}

// Both neighbours make the rows of c beside a part that b is made from.
static void twice(int nx, int ny, const float (*a)[nx], float (*c)[nx], float (*b)[nx]) {
#pragma stencil
  {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i++)
        c[j][i] = 0.5f * a[j][i - 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx; i++)
        b[j][i] = 0.25f * (c[j - 1][i] + c[j + 1][i]);
  }
}

static void edge(int nx, int ny, float (*a)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < 1; i++)
      a[j][i] = a[j][i + 1];
}

// The rows close to a ring.
static void around(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#ifdef DEEP
#pragma stencil schedule(overlap) depth(2)
#else
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = 0.5f * a[(j + 1) % ny][i] - 0.25f * a[(j + 2 * ny - 2) % ny][i];
    float(*other)[nx] = a;
    a = b;
    b = other;
  }
}

// Kernels see whole arrays, which can't be cut: with KASANE_FALLBACK=1 the original loops run.
static void wrapped(int nx, int ny, const float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      b[j][i] = 0.5f * a[(j + 1) % ny][i];
}

static void weighted(int nx, int ny, const float *weights, float (*a)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      a[j][i] = a[j][i] * weights[i] + 0.125f;
}

static float norm(int nx, int ny, const float (*a)[nx]) {
  float most = 0;
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 1; i < nx; i++)
      if (a[j][i] > most)
        most = a[j][i];
  return most;
}

// Called with one array for both: the original loops run.
static void halved(int nx, int ny, const float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      b[j][i] = 0.5f * a[j][i];
}

// Looked at between steps.
static float watched(int nx, int ny, float (*a)[nx], float (*b)[nx]) {
  float seen = 0;
#pragma stencil
  for (int t = 0; t < 4; t++) {
    for (int j = 2; j < ny; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = a[j - 2][i] + 0.25f;
    for (int j = 2; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = 0.5f * b[j][i];
    if (t == 1) {
      for (int n = 0; n < ny; n++)
        printf("%a\n", (double)a[n][n % nx]);
      a[ny / 2][0] = 0.5f;
    }
  }
  return seen + 1;
}

static void call(unsigned what, int nx, int ny, float (*u)[nx], float (*v)[nx], float (*w)[nx], const float *weights) {
  const int middle = (int)(what / 16 % (unsigned)ny), end = middle + 3 < ny ? middle + 3 : ny;
  switch (what % 16) {
  case 0:
    smooth(nx, ny, (const float(*)[nx])u, v);
    break;
  case 1:
    heat(nx, what / 16 % 2 ? ny : ny / 2 + 2, (int)(what / 16 % 5), u, v);
    break;
  case 2:
    few_rows(nx, middle, end, v, (const float(*)[nx])u);
    break;
  case 3:
    edge(nx, ny, v);
    break;
  case 4:
    around(nx, ny, (int)(what / 16 % 5), u, v);
    break;
  case 5:
    weighted(nx, what / 16 % 2 ? ny / 2 : ny, weights, u);
    break;
  case 6:
    printf("%a\n", (double)norm(nx, ny, (const float(*)[nx])v));
    break;
  case 7:
    halved(nx, ny, (const float(*)[nx])u, u);
    break;
  case 8:
    printf("%a\n", (double)watched(nx, ny, u, v));
    break;
  case 9:
    smooth(nx, ny, (const float(*)[nx])w, u);
    break;
  case 10:
    heat(nx, ny, 3, w, v);
    break;
  case 11:
    along(nx, ny, (int)(what / 16 % 2), (const float(*)[nx])u, v);
    break;
  case 12:
    along(nx, ny, (int)(what / 16 % 2), (const float(*)[nx])v, w);
    break;
  case 13:
    wrapped(nx, ny, (const float(*)[nx])u, v);
    break;
  case 14:
    twice(nx, ny, (const float(*)[nx])u, v, w);
    break;
  default:
    few_rows(nx, middle, end, w, (const float(*)[nx])v);
  }
}

static void leave(const char *how, int number) {
  if (!strcmp(how, "exit"))
    exit(4);
  if (!strcmp(how, "abort"))
    abort();
  if (!strcmp(how, "waits")) {
    fprintf(stderr, "call %d\n", number);
    usleep(2000000);
  }
}

static void run(unsigned seed, int calls, int nx, int ny, float (*u)[nx], float (*v)[nx], float (*w)[nx],
                const float *weights, const char *how, int given, char **whats) {
#pragma stencil keep(u, v)
  for (int n = 0; n < calls; n++) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned what = given ? (unsigned)atoi(whats[n % given]) : seed >> 8;
    call(what, nx, ny, u, v, w, weights);
    if (what / 1024 % 2) {
      float(*other)[nx] = u;
      u = v;
      v = other;
    }
    if (n == calls / 2)
      leave(how, n);
  }
}

int main(int argc, char **argv) {
  const unsigned seed = (unsigned)arg(argc, argv, 1, 1);
  const int calls = arg(argc, argv, 2, 20), nx = arg(argc, argv, 3, 19), ny = arg(argc, argv, 4, 40);
  const size_t cells = (size_t)nx * (size_t)ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float)),
  (*w)[nx] = array(cells, sizeof(float)), *weights = array((size_t)nx, sizeof(float));
  fill_float(&u[0][0], cells, seed);
  fill_float(&v[0][0], cells, seed + 1);
  fill_float(&w[0][0], cells, seed + 2);
  fill_float(weights, (size_t)nx, seed + 3);
#pragma stencil keep(w, weights)
  {
    run(seed, calls, nx, ny, u, v, w, weights, argc > 5 ? argv[5] : "in order", argc > 6 ? argc - 6 : 0, argv + 6);
  }
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("w", w, sizeof(float), cells);
  return 0;
}
