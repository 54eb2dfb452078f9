// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that names pointers which the step chooses, and stores through them.
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// HOST: every 4 from 2
// REGION: @
// REGION: @
#include "dump.h"

static void show(int w, int h, float (*p)[w]) { printf("middle %a\n", p[h / 2][w / 2]); }

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float(*a)[w] = array(w * h, sizeof(float)), (*b)[w] = array(w * h, sizeof(float));
  fill_float(&a[0][0], w * h, 1);
  fill_float(&b[0][0], w * h, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int odd = t & 1;
    float(*in)[w] = odd ? b : a, (*out)[w] = odd ? a : b;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        out[y][x] = 0.25f * (in[y][x - 1] + in[y][x + 1] + in[y - 1][x] + in[y + 1][x]);
    if (t % 4 == 2) {
      show(w, h, out);
      out[h / 2][w / 2] = 0.5f;
    }
  }
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);

  float *u[2] = {&a[0][0], &b[0][0]};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const float *in = u[t % 2];
    float *out = u[(t + 1) % 2];
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        out[y * w + x] = 0.5f * in[y * w + x] + 0.25f * (in[y * w + x - 1] + in[(y + 1) * w + x]);
    if (t % 4 == 2)
      printf("step %d: %a %a\n", t, in[w + 1], out[w + 1]);
  }
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
