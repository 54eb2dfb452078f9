// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Labels anywhere: several at one statement, below `if` and `for`, in cases, from macros, in host code with jumps.
// RANK: 2
// RUN-ARGS: 26 19 @
// HOST: every 2 from 1
#include "dump.h"

#pragma GCC diagnostic ignored "-Wunused-label"

#define MARK(x)                                                                                                        \
  x:;

static float signedBy(float x) {
first:
second:
  if (x > 0.5f)
  third:
    return x;
  return -x;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * nz;
  float(*v)[nz] = array(size, sizeof(float)), (*p)[nz] = array(size, sizeof(float));
  fill_float(&v[0][0], size, 3);
  fill_float(&p[0][0], size, 4);

#pragma stencil
  for (int t = 0; t < steps; t++)
  step: {
  a:
  b:
    for (int i = 1; i < nx - 1; i++)
    row:
      for (int k = 1; k < nz - 1; k++) {
        MARK(made)
        if (p[i][k] > 0.5f)
        high:
          p[i][k] = 0.25f * (v[i - 1][k] + v[i + 1][k]);
        else
        low:
          p[i][k] *= 0.5f;
      }
#if 0
  never:
#endif
    for (int i = 1; i < nx - 1; i++)
      for (int k = 1; k < nz - 1; k++) {
        __label__ own;
        if (p[i][k] > 0.75f)
          goto own;
        switch (k % 3) {
        case 0:
        zero:
          v[i][k] += p[i][k];
          break;
        default:
        one:
        two:
          v[i][k] = signedBy(v[i][k]);
        }
      own:
        v[i][k] += t < 3 ? i : k;
      }
    if (t % 2 == 1) {
    shown:
      for (int q = 0; q < 2; q++) {
        if (q == 1)
          goto next;
        printf("step %d\n", t);
      next:;
      }
    }
  }

    dump("v", v, sizeof(float), size);
  dump("p", p, sizeof(float), size);
  return 0;
}
