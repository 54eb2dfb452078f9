// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extremes, counts and sums of integers, which parts of the cells are collected for: every spelling, over cells that are no
// numbers, zeros of both signs, rows without cells, and cells that only some of the statements look at.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 70 9 @ 0
// RUN-ARGS: 41 6 @ 1
// RUN-ARGS: 37 5 @ 2
// RUN-ARGS: 3 4 @ 1
// TINY-ARGS: 2 5 @ 1
#include "dump.h"
#include <math.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

// Long: one of each.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 70), ny = arg(argc, argv, 2, 9), steps = arg(argc, argv, 3, 7), odd = arg(argc, argv, 4, 0);
  size_t cells = (size_t)nx * ny;
  float(*A)[nx] = array(cells, sizeof(float));
  float(*B)[nx] = array(cells, sizeof(float));
  int(*kind)[nx] = array(cells, sizeof(int));
  fill_float(&A[0][0], cells, 71);
  fill_float(&B[0][0], cells, 72);
  fill_int(&kind[0][0], cells, 73, -40, 40);
  for (size_t c = 0; c < cells; c++) // 1: some are no numbers; 2: all are zeros
    A[c / nx][c % nx] = odd == 2 ? (c % 3 ? -0.0f : 0.0f) : odd == 1 && c % 29 == 5 ? NAN : A[c / nx][c % nx];
  float top = -2, bottom = 2, macro = -3, lower = 3, called = -1, absolute = 0, some = -5;
  double wide = -1;
  int most = -1000000, inside = 0, least = 1000000;
  long long sum = 5;
  unsigned bits = 1;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        const float v = 0.5f * A[j][i] + 0.25f * (A[j][i - 1] + A[j + 1][i]);
        B[j][i] = v;
        if (v > top)
          top = v;
        bottom = bottom < v ? bottom : v;
        macro = MAX(macro, v);
        lower = v <= lower ? v : lower;
        called = fmaxf(v, called);
        absolute = MAX(absolute, fabsf(v - A[j][i]));
        if (kind[j][i] > 0)
          some = fmaxf(some, v * v);
        if (wide < (double)v)
          wide = v;
        most = MAX(most, kind[j][i]);
        if (kind[j][i] < least)
          least = kind[j][i];
        if (v > 0.1f)
          inside++;
        sum -= kind[j][i];
        bits += (unsigned)kind[j][i] * 77777u;
      }
    float(*spare)[nx] = A;
    A = B;
    B = spare;
  }

  for (size_t c = 0; c < cells; c++) // devices make other bits of what is no number
    if (isnan(A[c / nx][c % nx]))
      A[c / nx][c % nx] = NAN;

  DUMP(top);
  DUMP(bottom);
  DUMP(macro);
  DUMP(lower);
  DUMP(called);
  DUMP(absolute);
  DUMP(some);
  DUMP(wide);
  DUMP(most);
  DUMP(least);
  DUMP(inside);
  DUMP(sum);
  DUMP(bits);
  dump("A", A, sizeof(float), cells);
  return 0;
}
