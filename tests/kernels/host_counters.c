// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that looks at counters and times which the step moves on further down, with conditions on them.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 2
// RUN-ARGS: 33 21 @
// RUN-ARGS: 5 4 @
// STEPS: 0 1 9
#include "dump.h"

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 33), h = arg(argc, argv, 2, 21), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  int frame = 3, shown = 0;
  double when = 0.5;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (frame % 4 == 0)
      printf("frame %d at %a: %a\n", frame, when, a[w + 1]);
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        b[y * w + x] = 0.25f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
    float *other = a;
    a = b;
    b = other;
    if (frame % 3 == 0) {
      shown++;
      printf("shown %d at %a\n", shown, when);
    }
    frame++;
    when += 0.125;
  }
  DUMP(frame);
  DUMP(shown);
  DUMP(when);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
