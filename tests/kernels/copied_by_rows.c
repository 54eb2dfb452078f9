// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy of flat arrays that nests go through by pointers to rows, or by pointers that walk along them.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
#include "dump.h"

#include <string.h>

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *u = array(w * h, sizeof(float)), *v = array(w * h, sizeof(float));
  fill_float(u, w * h, 1);
  fill_float(v, w * h, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++) {
      const float *above = &u[(y - 1) * w], *row = &u[y * w], *below = row + w;
      float *to = &v[y * w];
      for (int x = 1; x < w - 1; x++)
        to[x] = 0.25f * (row[x - 1] + row[x + 1] + above[x] + below[x]);
    }
    memcpy(u, v, sizeof(float) * w * h);
  }
  dump("u", u, sizeof(float), w * h);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++) {
      const float *from = u + y * w + 1;
      float *to = v + y * w + 1;
      for (int x = 1; x < w - 1; x++) {
        *to++ = 0.25f * (from[-1] + from[1] + from[-w] + from[w]);
        from++;
      }
    }
    memcpy(u, v, sizeof(float) * w * h);
  }
  dump("u", u, sizeof(float), w * h);
  return 0;
}
