// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in the structs that functions of the step return: elements are read where the call stands, or from a variable.
// Small arrays of a step without first values, whose elements numbers pick.
// RANK: 1
// NO-DIAMOND
// RUN-ARGS: 37 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

struct sums {
  double of[2];
  int counts[2][2];
};

static struct sums smooth(int n, const double *u, double *v) {
  struct sums s = {{0, 0}, {{0}}};
  for (int i = 1; i < n - 1; i++)
    v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
  for (int i = 1; i < n - 1; i++) {
    s.of[0] += v[i];
    s.of[1] += v[i] * v[i];
    if (v[i] > 0.5)
      s.counts[1][0] += 1;
  }
  return s;
}

static void add(double *to, double x) { to[0] += x * x; }

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7), many = 0, few = 0;
  double *u = array(n, sizeof *u), *v = array(n, sizeof *v), square = 0, sum = 0;
  fill_double(u, n, 1);
  fill_double(v, n, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    square = smooth(n, u, v).of[1];
    double *spare = u;
    u = v;
    v = spare;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    struct sums s = smooth(n, u, v);
    sum = s.of[0] - s.of[1];
    many = s.counts[1][0];
    double *spare = u;
    u = v;
    v = spare;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (smooth(n, u, v).counts[1][0] > n)
      break;
    few = t;
    double *spare = u;
    u = v;
    v = spare;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double sums[2][2], more[2], factors[3];
    int at[2];
    sums[0][1] = sums[1][0] = 0;
    more[0] = 0;
    factors[0] = 0.5 * t;
    factors[1] = factors[2] = 0.25;
    at[0] = 3;
    at[1] = t;
    for (int i = 1; i < n - 1; i++)
      v[i] = factors[0] * u[i - 1] + factors[1] * u[i] + factors[2] * u[i + 1];
    for (int i = 1; i < n - 1; i++) {
      sums[1][0] += v[i];
      add(more, v[i]);
    }
    v[at[0]] += at[1];
    square += sums[1][0] + sums[0][1] + more[0];
    double *spare = u;
    u = v;
    v = spare;
  }
  dump("u", u, sizeof *u, n);
  dump("v", v, sizeof *v, n);
  printf("%a %a %d %d\n", square, sum, many, few);
  return 0;
}
