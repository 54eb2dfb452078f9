// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions about places in functions of a step: by `assert`, by `exit` behind a message, for subscripts that a
// function computes, and with unsigned numbers. Loops over neighbours whose counters are narrow.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
#include "dump.h"
#include <assert.h>

typedef struct {
  int rows, cols;
  int *cur, *next;
} Grid;

static int alive(const Grid *g, int r, int c) {
  assert(r >= 0 && r < g->rows);
  assert(!(c < 0) && c < g->cols);
  return g->cur[r * g->cols + c];
}

static size_t place(const Grid *g, size_t r, size_t c) {
  if (r >= (size_t)g->rows || c >= (size_t)g->cols) {
    fprintf(stderr, "no cell %zu, %zu\n", r, c);
    exit(1);
  }
  return r * (size_t)g->cols + c;
}

static void tick(Grid *g) {
  assert(g != NULL);
  for (int i = 1; i < g->rows - 1; i++)
    for (int j = 1; j < g->cols - 1; j++)
      g->next[place(g, (size_t)i, (size_t)j)] =
          alive(g, i - 1, j) ^ alive(g, i + 1, j) ^ alive(g, i, j - 1) ^ alive(g, i, j + 1);
  int *t = g->cur;
  g->cur = g->next;
  g->next = t;
}

static void count(Grid *g) {
  for (short i = 1; i < g->rows - 1; i++)
    for (short j = 1; j < g->cols - 1; j++) {
      int n = 0;
      for (short k = i - 1; k <= i + 1; k++)
        for (signed char l = -1; l < 2; l++)
          n += g->cur[k * g->cols + j + l];
      g->next[i * g->cols + j] += n & 3;
    }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)(w * h);
  Grid g = {h, w, array(cells, sizeof(int)), array(cells, sizeof(int))};
  fill_int(g.cur, cells, 1, 0, 1);
  fill_int(g.next, cells, 2, 0, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    tick(&g);
    count(&g);
  }
  dump("cur", g.cur, sizeof(int), cells);
  dump("next", g.next, sizeof(int), cells);
  return 0;
}
