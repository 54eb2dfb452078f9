// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that clamp indices to the lengths of a struct, in loops that count to variables: the call checks that these
// say the same.
// READING
// RUN-ARGS: 33 27 @
// RUN-ARGS: 3 2 @
// RUN-ARGS: 1 1 @
#include "dump.h"

typedef struct {
  size_t w, h;
  float *px;
} Image;

static float get(const Image *im, long x, long y) {
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
  if (x >= (long)im->w)
    x = im->w - 1;
  if (y >= (long)im->h)
    y = im->h - 1;
  return im->px[y * im->w + x];
}

static void set(Image *im, size_t x, size_t y, float v) { im->px[y * im->w + x] = v; }

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 3, 7);
  size_t w = (size_t)arg(argc, argv, 1, 33), h = (size_t)arg(argc, argv, 2, 27);
  Image a = {w, h, array(w * h, sizeof(float))}, b = {w, h, array(w * h, sizeof(float))}, *u = &a, *v = &b;
  fill_float(a.px, w * h, 1);
  fill_float(b.px, w * h, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++)
        set(v, x, y,
            0.25f * (get(u, (long)x - 1, y) + get(u, x + 1, y) + get(u, x, (long)y - 1) + get(u, x, y + 1)) -
                0.125f * get(u, x + 1, (long)y - 1));
    Image *swap = u;
    u = v;
    v = swap;
  }
  dump("u", u->px, sizeof(float), w * h);
  dump("v", v->px, sizeof(float), w * h);
  return 0;
}
