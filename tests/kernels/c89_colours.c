// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours as C89 has them: variables before the loops, `!=` and continue, rows that begin where an `if` says, and numbers that
// go back and forth from row to row and from colour to colour.
// READING
// RANK: 2
// RUN-ARGS: 26 23 @
// RUN-ARGS: 4 4 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void skipped(int nx, int ny, int steps, double *u) {
  int i, j, t, col, c;
  double old;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (col = 0; col < 2; col++)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++) {
          if ((i + j) % 2 != col)
            continue;
          c = j * nx + i;
          old = u[c];
          u[c] = 0.75 * old + 0.0625 * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx]);
        }
}

static void chosen(int nx, int ny, int steps, double (*u)[nx]) {
  int i, j, t, pass, first;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (pass = 1; pass >= 0; pass--)
      for (j = 1; j < ny - 1; j++) {
        if ((j + pass) & 1)
          first = 1;
        else
          first = 2;
        for (i = first; i < nx - 1; i += 2)
          u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      }
}

static void backAndForth(int nx, int ny, int steps, double (*u)[nx]) {
  int i, j, t, pass, odd, row;
#pragma stencil
  for (t = 0; t < steps; t++) {
    odd = 1;
    for (pass = 1; pass <= 2; pass++) {
      row = odd;
      for (j = 1; j < ny - 1; j++) {
        for (i = row; i < nx - 1; i += 2)
          u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        row = 3 - row;
      }
      odd = 3 - odd;
    }
  }
}

static void inTheHeads(int nx, int ny, int steps, double (*u)[nx]) {
  int i, j, t, pass, row;
#pragma stencil
  for (t = 0; t < steps; t++)
    for (pass = 0; pass < 2; pass++) {
      row = pass;
      for (j = 1; j < ny - 1; j++, row = 1 - row)
        for (i = row + 1; i < nx - 1; i += 2)
          u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    }
}

// As the textbooks have them: all that turns stands in the heads, and in other words.
static void inBothHeads(int nx, int ny, int steps, double (*u)[nx]) {
  int i, j, t, pass, odd, row;
  _Bool isLeft = 1;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (pass = 1, odd = 1; pass <= 2; pass++, odd = 3 - odd)
      for (j = 1, row = odd; j < ny - 1; j++, row = row == 1 ? 2 : 1)
        for (i = row; i < nx - 1; i += 2)
          u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    for (pass = 0; pass < 2; pass++) {
      row = 1 - pass;
      for (j = 1; j < ny - 1; j++) {
        for (i = 1 + row; i < nx - 1; i += 2)
          u[j][i] -= 0.125 * (u[j][i - 1] - u[j][i + 1]);
        row ^= 1;
      }
    }
    isLeft = 1;
    for (j = 1; j < ny - 1; j++) {
      for (i = isLeft ? 1 : 2; i < nx - 1; i += 2)
        u[j][i] += 0.125 * (u[j - 1][i] - u[j + 1][i]);
      isLeft = !isLeft;
    }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 61);
  skipped(nx, ny, steps, &u[0][0]);
  dump("skipped", u, sizeof(double), cells);
  chosen(nx, ny, steps, u);
  dump("chosen", u, sizeof(double), cells);
  backAndForth(nx, ny, steps, u);
  dump("backAndForth", u, sizeof(double), cells);
  inTheHeads(nx, ny, steps, u);
  dump("inTheHeads", u, sizeof(double), cells);
  inBothHeads(nx, ny, steps, u);
  dump("inBothHeads", u, sizeof(double), cells);
  return 0;
}
