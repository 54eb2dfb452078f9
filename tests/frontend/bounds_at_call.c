// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DWRAPS 2>&1 | FileCheck %s --check-prefix=WRAPS
// Bounds that the step makes of what is known before the region, in variables of its own: by floor and its like, by
// quotients, and by branches. Unsigned numbers wrap around, so they aren't followed.
#include <math.h>
extern int n, rank, ranks;
extern double h;
extern float a[64], b[64];
static int rows(int r, int p) {
  int base = n / p, rest = n % p;
  if (r < rest)
    base++;
  return base;
}
static int end(int r) {
  int q = 1, last;
  if (r > 0 && !(r == 5))
    last = n / q - 1;
  else
    last = n - 2;
  return last;
}
static int half(void) {
#ifdef WRAPS
  unsigned two = 2;
#else
  int two = 2;
#endif
  return n / two;
}

void step(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int cells = (int)floor(n / h) - 1, first = half(), own = rows(rank, ranks), last = end(rank);
    for (int i = 1; i < cells; i++)
      b[i] = a[i - 1];
    for (int i = 1; i < own; i++)
      a[i] = b[i];
    for (int i = first; i < last; i++)
      a[i] += 1;
  }
}
// CHECK-DAG: param [[FLOOR:[a-z0-9_A-Z]+]] : i32 = ((int)floor(n / h))
// CHECK-DAG: param [[BASE:[a-z0-9_A-Z]+]] : i32 = ((ranks) != 0 ? (n / ranks) : 0)
// CHECK-DAG: param [[LESS:[a-z0-9_A-Z]+]] : i64 = (((long long)rank) < ((long long)((ranks) != 0 ? (n % ranks) : 0)))
// CHECK-DAG: param [[HALF:[a-z0-9_A-Z]+]] : i64 = (((long long)n) / (2))
// CHECK: stage x in [1, [[FLOOR]] - 1)
// CHECK: stage x in [1, [[BASE]] + [[LESS]])
// CHECK: stage x in [[[HALF]],
// WRAPS: error: this bound is changed inside of the region or is no integer known before it
