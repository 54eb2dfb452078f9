// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cell's neighbours gathered at an index that goes on, `in[n++]`, and sorted by loops that begin by another's
// counter.
// READING
// RANK: 2
// RUN-ARGS: 31 19 @
// RUN-ARGS: 4 3 @
#include "dump.h"

static float median(float *in) {
  for (int i = 0; i < 9; i++)
    for (int j = i + 1; j < 9; j++)
      if (in[j] < in[i]) {
        float t = in[i];
        in[i] = in[j];
        in[j] = t;
      }
  return in[4];
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  float *u = array(size, sizeof *u), *v = array(size, sizeof *v);
  fill_float(u, size, 21);
  fill_float(v, size, 22);
  int n;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        float in[9], up[3];
        n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            in[n++] = u[(y + dy) * nx + x + dx];
        v[y * nx + x] = median(in) + 0.125f * (float)n;
        int last = 3;
        for (int d = -1; d <= 1; d++) {
          last = last - 1;
          up[last] = u[(y - 1) * nx + x + d];
        }
        for (int i = 0; i < 2; i++)
          for (int j = 0; j < 2 - i; ++j)
            if (up[j] > up[j + 1]) {
              float s = up[j];
              up[j] = up[j + 1];
              up[j + 1] = s;
            }
        v[y * nx + x] -= 0.25f * up[last + 1];
      }
    float *w = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  return 0;
}
