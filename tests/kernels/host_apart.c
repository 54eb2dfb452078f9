// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every program has around its loops: times, lines of progress, and what nests have collected, in every step and in some.
// None of it looks at an array, so that steps are made together all the same; what comes out keeps its order.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 6 5 @
#include "dump.h"
#include <math.h>
#include <time.h>

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double));
  double(*v)[nx] = array(cells, sizeof(double));
  double begun = 0, working = 0, waiting = 0, total = 0, change = 0;
  fill_double(&u[0][0], cells, 31);
  fill_double(&v[0][0], cells, 32);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double first = now();
    struct timespec exactly;
    clock_gettime(CLOCK_REALTIME, &exactly);
    printf("step %d of %d\n", t, steps);
    change = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        change += fabs(v[j][i] - u[j][i]);
      }
    begun = now();
    working += begun - first;
    if (exactly.tv_sec < 0)
      puts("never");
    double(*w)[nx] = u;
    u = v;
    v = w;
    double dt = now() - begun;
    total += dt;
    waiting += dt;
    printf("  changed by %a\n", change);
    if (t % 3 == 2)
      fflush(stdout);
  }

  printf("%d %d\n", total >= 0, working >= 0 && waiting >= 0);
  DUMP(change);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
