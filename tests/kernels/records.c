// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a step leaves behind for the user: traces at a few cells, in loops too, through a counter and a moving pointer, and
// whole lines. Nothing of it is read in the region.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 8 9 @
#include "dump.h"

typedef struct {
  double *trace;
} Survey;
typedef struct {
  int x, y;
  double *trace, last[4];
} Receiver;

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  const int receivers = 3, rx[3] = {2, 5, 3}, ry[3] = {4, 2, 6};
  size_t cells = (size_t)nx * ny;
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  double *rec = array(steps * receivers, sizeof(double)), *line = array((size_t)steps * nx, sizeof(double));
  double *early = array(steps, sizeof(double)), *next = early, *some = array(steps + 1, sizeof(double));
  double tops[64] = {0};
  Survey survey = {array(steps, sizeof(double))}, *s = &survey;
  Receiver posts[2] = {{3, 4, array(steps, sizeof(double)), {0}}, {5, 2, array(steps, sizeof(double)), {0}}};
  fill_double(u, cells, 31);
  fill_double(v, cells, 32);
  int kept = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    *next++ = u[nx + 2];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
    double *spare = u;
    u = v;
    v = spare;
    double top = 0;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        if (u[j * nx + i] > top)
          top = u[j * nx + i];
    for (int r = 0; r < receivers; r++)
      rec[t * receivers + r] = u[ry[r] * nx + rx[r]];
    for (int i = 0; i < nx; i++)
      line[t * nx + i] = u[2 * nx + i];
    for (int r = 0; r < 2; r++) {
      posts[r].trace[t] = u[posts[r].y * nx + posts[r].x];
      posts[r].last[t % 4] = u[posts[r].y * nx + posts[r].x + 1];
    }
    s->trace[t] = u[3 * nx + 3] - v[3 * nx + 3];
    if (t < 64)
      tops[t] = top;
    if (t % 2 == 1)
      some[kept++] = u[nx + 1];
  }

  DUMP(kept);
  printf("%td\n", next - early);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  dump("rec", rec, sizeof(double), (size_t)steps * receivers);
  dump("line", line, sizeof(double), (size_t)steps * nx);
  dump("early", early, sizeof(double), steps);
  dump("some", some, sizeof(double), steps);
  dump("trace", survey.trace, sizeof(double), steps);
  for (int r = 0; r < 2; r++) {
    dump("post", posts[r].trace, sizeof(double), steps);
    dump("last", posts[r].last, sizeof(double), 4);
  }
  dump("tops", tops, sizeof(double), 64);
  return 0;
}
