// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of row pointers, and host code that looks at their rows and changes cells: rows one by one in no order of memory (0),
// in one block (1), in blocks of unlike pitch (2), upside down (3).
// READING
// HOST: every 4 from 2
// WHOLE: don't lie one behind the other
// RANK: 2
// RUN-ARGS: 37 29 0 @
// RUN-ARGS: 16 40 1 @
// RUN-ARGS: 5 8 2 @
// RUN-ARGS: 3 3 3 @
// TINY-ARGS: 2 5 0 @
#include "dump.h"

static float **rows(int nx, int ny, int layout, unsigned seed) {
  float **table = array((size_t)ny + 4, sizeof *table);
  size_t pitch = (size_t)nx + (layout == 2 ? 2 + seed % 5 : 3);
  float *block = array(((size_t)ny + 1) * pitch, sizeof *block);
  fill_float(block, (size_t)ny * pitch, seed);
  for (int j = 0; j < ny; j++) {
    int at = layout == 3 ? ny - 1 - j : j;
    table[j + 2] = block + (size_t)at * pitch;
  }
  for (int j = 0; j < ny && layout == 0; j++) {
    int at = (j * 7 + 3) % ny; // in turn, each gets memory of its own
    float *own = array(pitch + (size_t)(j % 3), sizeof *own);
    memcpy(own, table[at + 2], pitch * sizeof *own);
    table[at + 2] = own;
  }
  return table + 2;
}

static void dump_rows(const char *name, float *const *table, int nx, int ny) {
  for (int j = 0; j < ny; j++)
    dump(name, table[j], sizeof(float), (size_t)nx + 2);
}

static void look(float **u, int nx, int ny) {
  u[ny / 2][nx / 2] += 1;
  printf("%a %a\n", u[0][1], u[ny - 1][nx - 2]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), layout = arg(argc, argv, 3, 0), steps = arg(argc, argv, 4, 7);
  float **a = rows(nx, ny, layout, 11), **b = rows(nx, ny, layout, 23), **firstA = a;
  const float *row = rows(nx, 1, 1, 31)[0];
  const float **c = array((size_t)ny, sizeof *c);
  for (int j = 0; j < ny; j++)
    c[j] = row;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1]) + c[j][i] * (a[j - 1][i] + a[j + 1][i]);
    float **swap = a;
    a = b;
    b = swap;
    if (t % 4 == 2)
      look(a, nx, ny);
  }

  printf("%d\n", a == firstA);
  dump_rows("a", a, nx, ny);
  dump_rows("b", b, nx, ny);
  return 0;
}
