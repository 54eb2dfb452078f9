// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pointers stay as they are in the step that ends the loop; a flag tells why it ended.
// NO-DIAMOND
// RANK: 1
// COUNTS-STEPS
// RUN-ARGS: 40 @ 0.001
// RUN-ARGS: 40 30 0.02
// RUN-ARGS: 40 30 0.01
// RUN-ARGS: 40 30 5
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), most = arg(argc, argv, 2, 30);
  double tolerance = argc > 3 ? atof(argv[3]) : 0.01;
  double *now = array(n, sizeof(double)), *then = array(n, sizeof(double));
  fill_double(now, n, 63);
  fill_double(then, n, 64);
  int converged = 0, made = 0;

#pragma stencil
  for (int t = 0; t < most; ++t) {
    double sum = 0;
    made += 1;
    for (int i = 1; i < n - 1; ++i) {
      then[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];
      sum += (then[i] - now[i]) * (then[i] - now[i]);
    }
    double rms = sqrt(sum / n);
    if (rms < tolerance) {
      converged = 1;
      break;
    }
    double *spare = now;
    now = then;
    then = spare;
  }

  printf("steps %d\n", made);
  DUMP(converged);
  dump("now", now, sizeof(double), n);
  dump("then", then, sizeof(double), n);
  return 0;
}
