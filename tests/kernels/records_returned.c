// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a step returns goes to records, to output and to tests that put something out, in the midst of their statements.
// NO-DIAMOND
// SWEEP-ONLY
// READING
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
// COUNTS-STEPS
#include "dump.h"

typedef struct {
  float values[64];
  int count;
} Log;

static double smooth(int nx, int ny, double (*u)[nx], double (*v)[nx]) {
  double change = 0;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      change += (v[j][i] - u[j][i]) * (v[j][i] - u[j][i]);
    }
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] = v[j][i];
  return change;
}

static double largest(int nx, int ny, double (*u)[nx]) {
  double top = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (u[j][i] > top)
        top = u[j][i];
  return top;
}

static void keep(double *heat, int t, double value) { heat[t] = value; }

static int relax(int nx, int ny, int steps, double (*u)[nx], double (*v)[nx], double *heat, Log *log, double eps) {
  double last = 0, tops[64] = {0};
  int done = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    done++;
    heat[t] += smooth(nx, ny, u, v) / (nx * ny);
    log->values[log->count++] = largest(nx, ny, u);
    printf("%d %a\n", t, largest(nx, ny, v));
    keep(heat, t + 64, smooth(nx, ny, u, v));
    tops[t] = last = largest(nx, ny, u);
    if ((last = smooth(nx, ny, v, u)) > 1 || t == 5)
      printf("%d %a\n", t, last);
    if (smooth(nx, ny, u, v) < eps) {
      printf("close at %d\n", t);
      break;
    }
  }
  DUMP(last);
  dump("tops", tops, sizeof(double), 64);
  return done;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double)), heat[128] = {0};
  Log log = {{0}, 0};
  fill_double(&u[0][0], cells, 35);
  fill_double(&v[0][0], cells, 36);
  for (int t = 0; t < 64; t++)
    heat[t] = 0.125 * t;
  printf("steps %d\n", relax(nx, ny, steps, u, v, heat, &log, 0.1));

  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  dump("heat", heat, sizeof(double), 128);
  dump("log", log.values, sizeof(float), 64);
  DUMP(log.count);
  return 0;
}
