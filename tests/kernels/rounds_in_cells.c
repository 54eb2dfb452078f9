// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that repeat something until a condition on their numbers ends it, some rounds at most: by `while` and by `do`.
// Counters that are stepped amid a round, with `continue` behind that.
// READING
// RANK: 1
// RUN-ARGS: 100 @
// RUN-ARGS: 9 @
// STEPS: 0 1 2 7 12
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#include <math.h>

static void roots(int n, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      double x = u[i] * 0.1 + 1, f = 1;
      int k = 0;
      while (fabs(f) > 1e-10 && k < 20) {
        f = x * x * x - u[i - 1] - 1;
        x -= f / (3 * x * x);
        k++;
      }
      v[i] = x + k * 0.001;
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}

static void escapes(int n, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      double r = u[i - 1], s = u[i + 1];
      int k = 3;
      do {
        double q = r * r - s * s + 0.25;
        s = 2 * r * s + 0.125;
        r = q;
        k++;
      } while (k < 12 && r < 2 && s < 2);
      v[i] = k * 0.05;
    }
    double *w = u;
    u = v;
    v = w;
  }
}

static void amid(int n, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int j = 0;
    while (j < n - 2) {
      j++;
      if (u[j] > 0.7)
        continue;
      double s = 0, f = u[j];
      int k = 0;
      while (k < 3) {
        double w = u[j + k - 1];
        k++;
        if (w > 0.5)
          continue;
        s += w * k;
      }
      int rounds = 0;
      while (f > 0.1 && rounds < 4) {
        f *= 0.5;
        rounds++;
        if (u[j] > 0.4)
          continue;
        s += f * rounds;
      }
      int left = 4;
      while (left > 0) {
        left--;
        if (u[j] > 0.6 && left == 2)
          continue;
        s += 0.01 * left;
      }
      v[j] = s * 0.25 + rounds * 0.01;
    }
    double *w = u;
    u = v;
    v = w;
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 100), steps = arg(argc, argv, 2, 7);
  double *a[6];
  for (int k = 0; k < 6; k++) {
    a[k] = array(n, sizeof(double));
    fill_double(a[k], n, k + 1);
  }
  roots(n, steps, a[0], a[1]);
  escapes(n, steps, a[2], a[3]);
  amid(n, steps, a[4], a[5]);
  for (int k = 0; k < 6; k++)
    dump("array", a[k], sizeof(double), n);
  return 0;
}
