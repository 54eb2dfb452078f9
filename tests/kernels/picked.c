// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of a cell's own whose elements computed indices pick: counts of neighbours, with an initialiser and in a
// function, and two dimensions.
// READING
// RUN-ARGS: 33 27 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 2 2 @
#include "dump.h"

enum { KINDS = 5 };

static int most(const int *count, int first) {
  int best = first;
  for (int k = 0; k < KINDS; k++)
    if (count[k] > count[best])
      best = k;
  return best;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 27), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  int *kind = array(size, sizeof *kind), *next = array(size, sizeof *next);
  float *u = array(size, sizeof *u), *v = array(size, sizeof *v);
  fill_int(kind, size, 1, 0, KINDS - 1);
  memcpy(next, kind, size * sizeof *kind);
  fill_float(u, size, 2);
  memcpy(v, u, size * sizeof *u);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int count[KINDS] = {0};
        float sum[2][2];
        for (int a = 0; a < 2; a++)
          for (int b = 0; b < 2; b++)
            sum[a][b] = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            const int here = kind[(j + dy) * nx + i + dx];
            count[here]++;
            sum[here & 1][u[(j + dy) * nx + i + dx] > 0] += u[(j + dy) * nx + i + dx];
          }
        count[kind[j * nx + i]] -= 2;
        next[j * nx + i] = most(count, kind[j * nx + i]);
        v[j * nx + i] = 0.25f * (sum[0][0] + sum[1][0] + sum[0][1] + sum[1][1]) + sum[next[j * nx + i] % 2][0];
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        kind[j * nx + i] = next[j * nx + i];
        u[j * nx + i] = 0.125f * v[j * nx + i];
      }
  }
  dump("kind", kind, sizeof *kind, size);
  dump("u", u, sizeof *u, size);
  return 0;
}
