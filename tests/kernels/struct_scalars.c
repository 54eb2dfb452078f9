// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What steps change are members of a struct, and numbers behind pointers: a time, a counter that the loop counts by, the
// largest change, which other code looks at; two of them may be one and the same number.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 2 3 @
// HOST: every 4 from 2
// REGION: @
#include "dump.h"

struct sim {
  struct {
    int nx, ny;
  } size;
  double time, dt, change;
  int step;
  double *now, *next;
};

void report(const struct sim *s);

static void advance(struct sim *s, int steps, double *last, int *count) {
#pragma stencil
  for (s->step = 0; s->step < steps; s->step++) {
    for (int j = 1; j < s->size.ny - 1; j++)
      for (int i = 1; i < s->size.nx - 1; i++)
        s->next[j * s->size.nx + i] = s->now[j * s->size.nx + i] + s->dt * (s->now[(j - 1) * s->size.nx + i] - s->now[j * s->size.nx + i + 1]);
    double *spare = s->now;
    s->now = s->next;
    s->next = spare;
    s->time += s->dt;
    *last = 2 * s->time;
    (*count)++;
    if (s->step % 4 == 2)
      report(s);
  }
}

int main(int argc, char **argv) {
  struct sim s = {{arg(argc, argv, 1, 37), arg(argc, argv, 2, 23)}, 0.5, 0.1, -1, -2, 0, 0};
  int steps = arg(argc, argv, 3, 7), cells = s.size.nx * s.size.ny, count = 3;
  double last = -1;
  s.now = array(cells, sizeof(double));
  s.next = array(cells, sizeof(double));
  fill_double(s.now, cells, 1);
  fill_double(s.next, cells, 2);
  advance(&s, steps, &last, &count);
  dump("now", s.now, sizeof(double), cells);
  dump("next", s.next, sizeof(double), cells);
  DUMP(s.time);
  DUMP(s.step);
  DUMP(last);
  DUMP(count);
  return 0;
}

void report(const struct sim *s) { printf("%d %a %a\n", s->step, s->time, s->now[s->size.nx + 1]); }
