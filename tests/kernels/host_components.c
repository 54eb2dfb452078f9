// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code between the steps of arrays that exchange their pointers and of which the region takes one component only, by its
// number and by its name.
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 5 @
// TINY-ARGS: 2 @
// WHOLE-AT-HOME: don't lie one behind the other
// HOST: every 3 from 1
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  double u, v;
} Cell;

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  double (*a)[2] = array(n, 2 * sizeof(double)), (*b)[2] = array(n, 2 * sizeof(double));
  Cell *p = array(n, sizeof(Cell)), *q = array(n, sizeof(Cell));
  fill_double(&a[0][0], 2 * n, 1);
  fill_double(&b[0][0], 2 * n, 2);
  fill_double(&p[0].u, 2 * n, 3);
  fill_double(&q[0].u, 2 * n, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i][1] = 0.5 * (a[i - 1][1] + a[i + 1][1]);
    double (*c)[2] = a;
    a = b;
    b = c;
    if (t % 3 == 1)
      DUMP(a[1][1]);
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      q[i].v = 0.5 * (p[i - 1].v + p[i + 1].v);
    Cell *c = p;
    p = q;
    q = c;
    if (t % 3 == 1)
      DUMP(p[1].v);
  }
  dump("a", a, sizeof(double), 2 * n);
  dump("b", b, sizeof(double), 2 * n);
  dump("p", p, sizeof(double), 2 * n);
  dump("q", q, sizeof(double), 2 * n);
  return 0;
}
