// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spellings of published programs: indices that a `while` brings back, sweeps over directions that are told apart by
// comparisons, unsigned counters that fall to 0, longer steps to an end that they meet, pointers that a loop's head sets,
// commas and functions that set flags under tests of the step.
// READING
// SWEEP-ONLY
// NO-DIAMOND
// RANK: 2
// REGION: @
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 4 5 7
#include "dump.h"

static int wrapped(int at, int length) {
  while (at < 0)
    at += length;
  while (at >= length) {
    at -= length;
  }
  return at;
}

static int mark(int *flag, int value) {
  *flag = value;
  return 2;
}

static void rings(size_t nx, size_t ny, int steps, double (*u)[nx], double (*v)[nx], double (*w)[30]) {
  const int mx = (int)nx, my = (int)ny;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < my - 1; j++)
      for (int i = 0; i < mx; i++)
        v[j][i] = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][wrapped(i - 1, mx)] + u[j][wrapped(i + 1, mx)]);
    for (int dir = 0; dir < 3; dir++) {
      int di = dir == 0, dj = !di && dir < 2;
      for (size_t j = ny - 1; j-- > 1;)
        for (size_t i = nx - 1; --i != 0;)
          u[j][i] = v[j][i] + 0.1 * (v[j - dj][i - di] - 2 * v[j][i] + v[j + dj][i + (dir == 0 ? 1 : 0)]);
    }
    for (size_t j = 30; j-- > 0;)
      for (int i = 0; i < 30; i++) {
        int left = i - 3, right = i + 2;
        while (left < 0)
          left += 30;
        while (right >= 30)
          right -= 30;
        w[j][i] += 0.1 * (left - 2 * right);
      }
    for (size_t j = 1; j != 28; j += 3)
      for (int i = 28; i != 4; i -= 2)
        w[j][i] *= 0.5;
  }
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 22), ny = arg(argc, argv, 2, 15), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof *a), *b = array(cells, sizeof *b), *c = array(900, sizeof *c), *p, *q;
  fill_double(a, cells, 81);
  fill_double(b, cells, 82);
  rings(nx, ny, steps, (void *)a, (void *)b, (void *)c);
  dump("a", a, sizeof *a, cells);
  dump("b", b, sizeof *b, cells);
  dump("c", c, sizeof *c, 900);

  int i, j, t, late = 0, sum = 0, last = -1, count = 0;
#pragma stencil
  for (t = 0; t < steps; t++) {
    if (t == 2)
      late = 1, sum += t;
    else
      count += mark(&last, t), sum++;
    for (j = 1; j < ny - 1; ++j)
      for (i = 1, p = a + j * nx, q = b + j * nx; i < nx - 1; ++i)
        q[i] = 0.25 * (p[i - 1] + p[i + 1] + p[i - nx] + p[i + nx]) + 0.01 * late;
    p = a, a = b, b = p;
  }
  DUMP(late);
  DUMP(sum);
  DUMP(last);
  DUMP(count);
  dump("a", a, sizeof *a, cells);
  dump("b", b, sizeof *b, cells);
  return 0;
}
