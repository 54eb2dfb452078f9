// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths over values for which a minimum isn't what a comparison and a choice give: -0 beside 0, infinities of both
// signs, whose sum is no number, and elements that are none from the beginning.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 65 @
// RUN-ARGS: 131 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 4 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

#include <math.h>

static void zeros(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        const float s = d[i][k] + d[k][j];
        if (s < d[i][j])
          d[i][j] = s;
      }
}

static void infinite(int n, int steps, double d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][j] > d[i][k] + d[k][j] ? d[i][k] + d[k][j] : d[i][j];
}

static void none(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][k] + d[k][j] >= d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}

// The widest path: the larger one of what is there and of the smaller one of two.
static void widest(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        const float least = d[i][k] < d[k][j] ? d[i][k] : d[k][j];
        if (d[i][j] < least)
          d[i][j] = least;
      }
}

// Here what is there stays where it compares as smaller, and a sum that is no number doesn't.
static void kept(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
}

// Devices make other bits of what is no number.
static void sameNaN(float *values, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (values[n] != values[n])
      values[n] = NAN;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n;
  float(*z)[n] = array(all, sizeof(float)), (*s)[n] = array(all, sizeof(float)), (*w)[n] = array(all, sizeof(float)),
  (*h)[n] = array(all, sizeof(float));
  double(*e)[n] = array(all, sizeof(double));
  unsigned state = 7;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const double chance = noise(&state);
      z[i][j] = chance < -0.3 ? -0.0f : chance < 0.3 ? 0.0f : (float)chance;
      e[i][j] = chance < -0.4 ? -INFINITY : chance < 0.2 ? INFINITY : chance * 4e-310;
      s[i][j] = i == 5 && j % 9 == 4 ? NAN : (float)noise(&state) - 3;
      w[i][j] = (float)noise(&state);
      h[i][j] = chance < -0.9 ? -INFINITY : chance > 0.8 ? INFINITY : (float)chance;
    }
  zeros(n, steps, z);
  infinite(n, steps, e);
  none(n, steps, s);
  widest(n, steps, w);
  kept(n, steps, h);
  sameNaN(*s, all);
  sameNaN(*h, all);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (e[i][j] != e[i][j])
        e[i][j] = NAN;
  dump("z", z, sizeof(float), all);
  dump("e", e, sizeof(double), all);
  dump("s", s, sizeof(float), all);
  dump("w", w, sizeof(float), all);
  dump("h", h, sizeof(float), all);
  return 0;
}
