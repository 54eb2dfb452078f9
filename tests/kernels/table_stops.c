// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values for each step of which there are no more than steps that are made: the loop ends before its bound, or reads one
// under a condition. They can't be read ahead.
// NO-DIAMOND
// RANK: 1
// SWEEP-ONLY
// COUNTS-STEPS
// STEPS: 1 7
// RUN-ARGS: 40 @
// RUN-ARGS: 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), steps = arg(argc, argv, 2, 7), made = 0;
  float *memory = array(2 * n + 2 + steps, sizeof(float)); // what lies behind it is nobody's
  float *u = memory, *v = u + n, *early = v + n, *signal = early + 2;
  fill_float(u, n, 41);
  fill_float(v, n, 42);
  fill_float(signal, steps, 43);
  fill_float(early, 2, 44);
  float kept = 0;

#pragma stencil
  for (int t = 0; t < 100; t++) {
    float now = 0.5f * signal[t];
    float more = t < 2 ? early[t] : 0.25f;
    kept += signal[t];
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5f * u[i] + now * (u[i - 1] - u[i + 1]) + more;
    float *tmp = u;
    u = v;
    v = tmp;
    made++;
    if (made >= steps)
      break;
  }

  printf("steps %d\n", made);
  DUMP(kept);
  dump("u", u, sizeof(float), n);
  dump("v", v, sizeof(float), n);
  return 0;
}
