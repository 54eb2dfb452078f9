// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions on the counters of small loops, which say what C says: unsigned values have no sign, those of fewer bits are cut off, and quotients
// and remainders go towards zero. The same in subscripts.
// RANK: 1
// RUN-ARGS: 61 @
// RUN-ARGS: 9 @
// DEPTHS: 1 2
#include "dump.h"

#pragma GCC diagnostic ignored "-Wsign-compare"

static void decide(int n, float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 2; i++) {
      float s = 0.25f * a[i - 1];
      for (int d = -3; d <= 3; d++) {
        if (d < 1u)
          s += 1;
        else if (d % 2 == -1 || d / 2 == 1)
          s -= 0.5f * a[i];
        if (d % 2 == -1)
          s += 0.25f * a[i];
        if (d / 2 == 0)
          s += 2;
        if (d & 1)
          s += 3;
        if (d >> 1 == -2)
          s += 5;
        if ((unsigned char)d > 2)
          s += 7;
        if ((unsigned)d > 2)
          s += 11;
        if (d - 3u > 2)
          s += 13;
        if (d + 4294967294u < 5)
          s += 17;
        if (-d > 1 || ~d == 0)
          s += 19;
        if ((d > 0) > 0u)
          s += 23;
        s += 0.125f * a[i + (d < 1u ? 0 : 1)];
        s += 0.0625f * a[i + (d - 3u > 2 ? 0 : -1)];
        s += 0.03125f * a[i + (d + 4294967295u ? 0 : 1)];
      }
      for (unsigned k = 0; k < 4; k++) {
        if (k - 1 > 1)
          s += 29;
        if (k != 2)
          s += 37;
      }
      for (unsigned char k = 0; k < 4; k++) {
        if ((unsigned char)(k - 1) > 1)
          s += 41;
        if (k - 1 < 0)
          s += 43;
      }
      b[i] = s;
    }
    for (int i = 2; i < n - 2; i++)
      a[i] = 0.001f * b[i];
  }
}

int main(int argc, char **argv) {
  int n = (int)arg(argc, argv, 1, 61), steps = (int)arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  fill_float(a, n, 1);
  fill_float(b, n, 2);
  decide(n, a, b, steps);
  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  return 0;
}
