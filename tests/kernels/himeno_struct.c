// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same pressure equation over a matrix type with one block for all of its arrays: the distance from one to the next
// holds an extent that no loop counts to.
// READING
// RANK: 3
// STEPS: 0 1 5
// RUN-ARGS: 11 9 13 @
// RUN-ARGS: 3 3 3 @
#include "dump.h"

typedef struct {
  float *m;
  int mnums, mrows, mcols, mdeps;
} Matrix;
#define MR(mt, n, r, c, d) \
  mt->m[(n) * mt->mrows * mt->mcols * mt->mdeps + (r) * mt->mcols * mt->mdeps + (c) * mt->mdeps + (d)]

static Matrix matrix(int nums, int rows, int cols, int deps, unsigned seed) {
  size_t cells = (size_t)nums * rows * cols * deps;
  Matrix made = {array(cells, sizeof(float)), nums, rows, cols, deps};
  fill_float(made.m, cells, seed);
  return made;
}

static float omega = 0.05f;

static float jacobi(int nn, float shift, Matrix *a, Matrix *b, Matrix *p, Matrix *bnd, Matrix *wrk) {
  int i, j, k, n, imax = p->mrows - 1, jmax = p->mcols - 1, kmax = p->mdeps - 1;
  float gosa = -1, s0, ss;
#pragma stencil
  for (n = 0; n < nn; n++) {
    gosa = 0.0f;
    for (i = 1; i < imax; i++)
      for (j = 1; j < jmax; j++)
        for (k = 1; k < kmax; k++) {
          s0 = MR(a, 0, i, j, k) * MR(p, 0, i + 1, j, k) + MR(a, 1, i, j, k) * MR(p, 0, i, j + 1, k) +
               MR(a, 2, i, j, k) * MR(p, 0, i, j, k + 1) +
               MR(b, 1, i, j, k) * (MR(p, 0, i + 1, j + 1, k) - MR(p, 0, i - 1, j - 1, k)) + MR(b, 0, i, j, k - (int)shift);
          ss = (s0 * MR(a, 3, i, j, k) - MR(p, 0, i, j, k)) * MR(bnd, 0, i, j, k);
          gosa += ss * ss;
          MR(wrk, 0, i, j, k) = MR(p, 0, i, j, k) + omega * ss;
        }
    for (i = 1; i < imax; i++)
      for (j = 1; j < jmax; j++)
        for (k = 1; k < kmax; k++)
          MR(p, 0, i, j, k) = MR(wrk, 0, i, j, k);
  }
  return gosa;
}

int main(int argc, char **argv) {
  int rows = arg(argc, argv, 1, 11), cols = arg(argc, argv, 2, 9), deps = arg(argc, argv, 3, 13);
  int nn = arg(argc, argv, 4, 5);
  size_t cells = (size_t)rows * cols * deps;
  Matrix a = matrix(4, rows, cols, deps, 1), b = matrix(2, rows, cols, deps, 2), p = matrix(1, rows, cols, deps, 3);
  Matrix bnd = matrix(1, rows, cols, deps, 4), wrk = matrix(1, rows, cols, deps, 5);
  float gosa = jacobi(nn, 1.5f, &a, &b, &p, &bnd, &wrk);
  DUMP(gosa);
  dump("p", p.m, sizeof(float), cells);
  dump("wrk", wrk.m, sizeof(float), cells);
  return 0;
}
