// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time loops that go on by floating steps: with a variable of their own, one that is read behind them, one beside a counter;
// and one by a step that only the run knows.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

// Long: one region for each kind.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7), count;
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float)), time = 5;
  fill_float(a, n, 5);
  const double dt = 0.1, end = steps * dt - 0.05;

#pragma stencil
  for (double t = 0; t < end; t += dt) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + (float)dt * (a[i - 1] - 2 * a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  dump("a", a, sizeof(float), n);

#pragma stencil
  for (time = 0.5f; time <= 0.45f + 0.125f * steps; time += 0.125f) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + 0.1f * (a[i - 1] - a[i]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  DUMP(time);
  dump("a", a, sizeof(float), n);

#pragma stencil
  for (time = 1, count = 0; time > 1.01f - 0.0625f * steps; count++, time -= 0.0625f) {
    float *other = a;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    a = b;
    b = other;
  }
  DUMP(time);
  DUMP(count);

  struct {
    double t;
  } clock = {9};
#pragma stencil
  for (clock.t = 0.5; // half a step ahead
       clock.t < end + 0.5; clock.t += dt) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.75f * a[i] + 0.25f * a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  DUMP(clock.t);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);

  int by = 1 + n % 2;
  count = 0;
#pragma stencil
  for (; count < by * steps; count += by) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * a[i - 1] - 0.25f * a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  DUMP(count);
  dump("a", a, sizeof(float), n);
  return 0;
}
