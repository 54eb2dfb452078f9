// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What leads where: closures of relations in the forms in which they are written, with values other than 0 and 1 where
// the operators aren't those of truths; the widest way; and a product of several types.
// NO-DIAMOND
// RUN-ARGS: 37 @
// RUN-ARGS: 65 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 5 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void truths(int n, int steps, int r[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i][j] = r[i][j] || (r[i][k] && r[k][j]);
}

static void bytes(int n, int steps, unsigned char r[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      if (r[i][k])
        for (int j = 0; j < n; j++)
          r[i][j] |= r[k][j];
}

static void bits(int n, int steps, unsigned *r) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        r[i * n + j] |= r[i * n + k] & r[k * n + j];
}

// Counted from 1, and both loops down.
static void widest(int n, int steps, long long *w) {
#pragma stencil
  for (int k = 1; k <= steps; k++)
    for (int i = n; i >= 1; i--)
      for (int j = n; j >= 1; j--) {
        long long a = w[(i - 1) * n + k - 1], b = w[(k - 1) * n + j - 1], least = a < b ? a : b;
        if (w[(i - 1) * n + j - 1] < least)
          w[(i - 1) * n + j - 1] = least;
      }
}

static void mixed(int n, int steps, short s[n][n], double d[n][n], float f[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++) {
      if (i == k)
        continue;
      for (int j = 0; j < n; j++)
        if (i != j && j != k) {
          d[i][j] = 0.5 * d[i][j] - 0.25 * d[i][k] * f[k][j];
          s[i][j] = (short)(s[i][j] * 3 + s[k][j] - s[k][k]);
          f[i][j] = 0.5f * f[i][j] + (float)(1e-5 * s[i][j] * d[k][k]);
        }
    }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n;
  int(*r)[n] = array(all, sizeof(int));
  unsigned char(*b)[n] = array(all, 1);
  unsigned *u = array(all, sizeof(unsigned));
  long long *w = array(all, sizeof(long long));
  short(*s)[n] = array(all, sizeof(short));
  double(*d)[n] = array(all, sizeof(double));
  float(*f)[n] = array(all, sizeof(float));
  unsigned state = 11;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      r[i][j] = noise(&state) < -0.9 ? (int)(noise(&state) * 9) : 0;
      b[i][j] = noise(&state) < -0.9 ? (unsigned char)(noise(&state) * 100 + 120) : 0;
      u[i * n + j] = (unsigned)((noise(&state) + 1) * 1e9) & (unsigned)((noise(&state) + 1) * 1e9);
      w[i * n + j] = (long long)(noise(&state) * 1e12);
      s[i][j] = (short)(noise(&state) * 20);
      d[i][j] = noise(&state);
      f[i][j] = (float)noise(&state);
    }
  truths(n, steps, r);
  bytes(n, steps, b);
  bits(n, steps, u);
  widest(n, steps, w);
  mixed(n, steps, s, d, f);
  dump("r", r, sizeof(int), all);
  dump("b", b, 1, all);
  dump("u", u, sizeof(unsigned), all);
  dump("w", w, sizeof(long long), all);
  dump("s", s, sizeof(short), all);
  dump("d", d, sizeof(double), all);
  dump("f", f, sizeof(float), all);
  return 0;
}
