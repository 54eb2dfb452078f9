// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scalar of the steps that is called `time`, beside host code that asks for the step.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 3 @
// HOST: every 3 from 1
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 5);
  double time = 0;
#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + 1e-3f * step;
    time += 0.25;
    if (step % 3 == 1)
      printf("step %d: %a\n", step, a[1]);
  }
  DUMP(time);

  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
