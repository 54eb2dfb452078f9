// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that end at the time loop's variable, which rises, as in Pascal's triangle, or begin at one that
// falls. What is collected over such cells, also beside an elimination.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 12 @
// STEPS: 3 7
// REGION: @
// REGION: @
// REGION: @
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void pascal(int n, int steps, int *u, int *v) {
  int i, k;
#pragma stencil
  for (k = 1; k <= steps; k++) {
    for (i = 1; i <= k; i++)
      v[i] = u[i - 1] + u[i];
    for (i = n - k; i < n; i++)
      v[i] = u[i] - u[i - 1];
    for (i = 1; i <= k + 1; i++)
      u[i] = v[i];
  }
}

static double sums(int n, int steps, double *u, double *w) {
  double last = 0;
#pragma stencil
  for (int k = steps; k > 0; k--) {
    double s = 0;
    for (int i = k; i < n; i++)
      s += u[i];
    for (int i = k - 1; i < n - 1; i++)
      u[i] = w[i] / (2 + s * s);
    last = s;
  }
  return last;
}

static double trailing(int n, int steps, double a[n][n]) {
  double sum = 0;
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    for (int i = k + 1; i < n; i++)
      for (int j = 0; j <= k; j++)
        sum += a[i][j];
  }
  return sum;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  const size_t all = (size_t)n * n;
  int *p = array(n, sizeof *p), *q = array(n, sizeof *q);
  double *u = array(n, sizeof *u), *w = array(n, sizeof *w), *a = array(all, sizeof *a), found[2];
  fill_int(p, n, 3, 0, 5);
  fill_int(q, n, 4, 0, 5);
  fill_double(u, n, 5);
  fill_double(w, n, 6);
  fill_double(a, all, 7);
  for (int i = 0; i < n; i++)
    a[i * n + i] += 8;
  pascal(n, steps, p, q);
  found[0] = sums(n, steps, u, w);
  found[1] = trailing(n, steps, (double(*)[n])a);
  dump("p", p, sizeof *p, n);
  dump("q", q, sizeof *q, n);
  dump("u", u, sizeof *u, n);
  dump("a", a, sizeof *a, all);
  dump("found", found, sizeof(double), 2);
  return 0;
}
