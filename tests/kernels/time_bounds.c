// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters of time loops against bounds of floating type, with equality and without; one that only some rounds step,
// in a while
// loop and behind a continue; one that counts down to its own truth; rounds that a constant variable counts, with
// their factors.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @ + 1
// REGION: @ + 1
// REGION: @
// REGION: @
// REGION: @
// DEPTHS: 1 3
#include "dump.h"

static void smooth(int n, const double *a, double *b) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i] + 0.125 * (a[i - 1] - 2 * a[i] + a[i + 1]);
}

static void rounds_of(int n, double *a, double *b, double dt, int steps) {
  unsigned left = steps;
#pragma stencil
  for (; left; left--) {
    smooth(n, a, b);
    smooth(n, b, a);
    if (left % 2)
      continue;
    for (int i = 0; i < n; i++)
      a[i] *= 0.5;
  }
  DUMP(left);
  dump("a", a, sizeof(double), n);

  static const double factor[3] = {0.5, 0.25, 0.75};
  const int stages = 3;
#pragma stencil
  for (int it = 0; it < steps; it++)
    for (int s = 0; s < stages; s++) {
      const double weight = factor[s] * dt;
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i] + weight * (a[i - 1] - a[i + 1]);
      if (s == 1)
        for (int i = 1; i < n - 1; i++)
          a[i] = b[i];
      else
        for (int i = 1; i < n - 1; i++)
          a[i] = 0.5 * (a[i] + b[i]);
    }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7), it, rounds = 0, done = 0;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), *c;
  fill_double(a, n, 5);
  const double dt = 0.1, end = dt * steps - 0.05;

#pragma stencil
  for (it = 0; it < end / dt; it++) {
    smooth(n, a, b);
    c = a, a = b, b = c;
  }
  DUMP(it);
  dump("a", a, sizeof(double), n);

#pragma stencil
  for (it = 0; it <= steps + 0.5; ++it) {
    smooth(n, a, b);
    c = a, a = b, b = c;
  }
  DUMP(it);
  dump("a", a, sizeof(double), n);

#pragma stencil
  for (it = 0; it < 1e6; it++) {
    if (it >= steps)
      break;
    smooth(n, a, b);
    c = a, a = b, b = c;
  }
  DUMP(it);
  dump("a", a, sizeof(double), n);

#pragma stencil
  while (done < (steps + 1) / 2) {
    smooth(n, a, b);
    c = a, a = b, b = c;
    rounds++;
    if (rounds % 2)
      done++;
    if (rounds >= steps)
      break;
  }
  DUMP(done);
  DUMP(rounds);
  dump("a", a, sizeof(double), n);

  rounds_of(n, a, b, dt, steps);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
