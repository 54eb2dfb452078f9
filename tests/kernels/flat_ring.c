// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flat array that closes to a ring by an integer for its truth, and ends at guards along the other axis.
// READING
// RING-OF-ROWS
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int west = x ? x - 1 : w - 1, east = x == w - 1 ? 0 : x + 1;
        float s = a[y * w + west] + a[y * w + east];
        if (y > 0)
          s += a[(y - 1) * w + x];
        if (y + 1 < h)
          s += a[(y + 1) * w + x];
        b[y * w + x] = 0.25f * s;
      }
    float *other = a;
    a = b;
    b = other;
  }
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
