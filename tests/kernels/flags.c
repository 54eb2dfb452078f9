// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that cells only set, and of which the last value counts: flags, the last cell's values. They end the
// loop, go into other scalars, and are read behind the region. So do those that are set beside others, by a comma or
// by a function with a value, and those that a step sets and counts on.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 22 15 12
// RUN-ARGS: 4 3 @
#include "dump.h"

static int hot;

static void relax(double *out, const double *in, int at, int nx) {
  out[at] = 0.25 * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx]);
  if (out[at] > 0.4)
    hot = 1;
}

static int mark(int *flag, int value) {
  *flag = value;
  return 2;
}

// Long: what is set in many ways is shown.
int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 22), ny = arg(argc, argv, 2, 15), most = arg(argc, argv, 3, 7);
  double *a = array((size_t)nx * ny, sizeof *a), *b = array((size_t)nx * ny, sizeof *b);
  fill_double(a, (size_t)nx * ny, 71);
  fill_double(b, (size_t)nx * ny, 72);
  _Bool changed = 1;
  int it = 0, sum = 0, kind = 3, count = 0, marked = 0, left = -1, next = 0, ahead = 0;
  unsigned char turn = 0;
  float seen = 0;
  double last = 0;

#pragma stencil
  while (changed && it < most) {
    changed = 0;
    kind = 9;
    hot = 0;
    next = it;
    turn = 255;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        relax(b, a, j * nx + i, nx);
        if (b[j * nx + i] > 0.02 || b[j * nx + i] < -0.02)
          changed = 1, count++;
        if (a[j * nx + i] > 0.2)
          count += mark(&marked, j);
        else
          left = i, count += 3;
        if (b[j * nx + i] > 0.1)
          kind = i % 5;
        else if (b[j * nx + i] < -0.1) {
          kind = -2;
          seen = (float)b[j * nx + i];
        }
        last = b[j * nx + i] - a[j * nx + i];
      }
    double *swap = a;
    a = b;
    b = swap;
    next++;
    ++turn;
    sum += kind + hot + next + turn;
    it++;
    ahead = it;
    ahead--;
  }

  printf("steps %d\n", it);
  DUMP(changed);
  DUMP(hot);
  DUMP(sum);
  DUMP(kind);
  DUMP(count);
  DUMP(marked);
  DUMP(left);
  DUMP(next);
  DUMP(ahead);
  DUMP(turn);
  DUMP(seen);
  DUMP(last);
  dump("a", a, sizeof *a, (size_t)nx * ny);
  dump("b", b, sizeof *b, (size_t)nx * ny);
  return 0;
}
