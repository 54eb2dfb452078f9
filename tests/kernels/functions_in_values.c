// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions with loops return as part of larger expressions: a step of time from the largest speed, sums of such values.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 53 @
// RUN-ARGS: 4 @
// SWEEP-ONLY
// COUNTS-STEPS
#include "dump.h"

#include <math.h>

static double fastest(int n, const double *u) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    double speed = fabs(u[i]);
    if (speed > most)
      most = speed;
  }
  return most;
}

static double energy(int n, const double *u) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    sum += u[i] * u[i];
  return sum;
}

static double advance(int n, const double *u, double *v, double dt) {
  double change = 0;
  for (int i = 1; i < n - 1; i++) {
    v[i] = u[i] - dt * u[i] * (u[i] - u[i - 1]);
    change += fabs(v[i] - u[i]);
  }
  return change;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 53), steps = arg(argc, argv, 2, 7), made = 0;
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double)), t = 0, total = 0, spread = 0, least = 0;
  fill_double(u, n, 17);
  memcpy(v, u, n * sizeof(double));

#pragma stencil
  while (t < 100 && made < steps) {
    double dt = 0.4 / fmax(1e-3, fastest(n, u)) - 1e-3 * energy(n, u) / n;
    total += 0.5 * advance(n, u, v, dt) / n;
    spread = sqrt(energy(n, v)) - fastest(n, v);
    if (0.1 * fastest(n, v) < least)
      break;
    else
      least = 0.01 * spread;
    double *w = u;
    u = v;
    v = w;
    t += dt;
    made++;
  }

  printf("steps %d\n", made);
  DUMP(t);
  DUMP(total);
  DUMP(spread);
  DUMP(least);
  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  return 0;
}
