// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the neighbours of a cell: around it, clamped at the edges, counted, downwards, in functions with variables at their head.
// RANK: 2
// RUN-ARGS: 29 23 @
// RUN-ARGS: 3 4 @
// TINY-ARGS: 1 1 3
// REGION: @
// REGION: @
#include "dump.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int least(int a, int b) {
  if (a < b)
    return a;
  return b;
}

static int alive(const int *cells, int x, int y, int w, int h) {
  int dx, dy, n = 0;
  for (dy = -1; dy <= 1; dy++)
    for (dx = -1; dx <= 1; dx++) {
      int column = x + dx, row = y + dy;
      if (dx == 0 && dy == 0)
        continue;
      if (column < 0 || column >= w || row < 0 || row >= h)
        continue;
      n += cells[row * w + column];
    }
  return n;
}

static void life(int *now, int *next, int w, int h, int steps) {
  int t, x, y, xx, yy, n, around;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (y = 0; y < h; y++)
      for (x = 0; x < w; x++) {
        n = alive(now, x, y, w, h);
        around = -now[y * w + x];
        for (yy = y > 0 ? y - 1 : 0; yy <= (y == h - 1 ? y : y + 1); yy++)
          for (xx = least(x + 1, w - 1); xx >= MAX(x - 1, 0); xx--)
            around += now[yy * w + xx];
        next[y * w + x] = n == 3 || (now[y * w + x] && around == 2);
      }
    for (y = 0; y < h; y++)
      for (x = 0; x < w; x++)
        now[y * w + x] = next[y * w + x];
  }
}

static void blur(float *image, float *blurred, int w, int h, int steps) {
  static const float weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < h; j++) {
      int top = j - 1, bottom = j + 1;
      if (top < 0)
        top = 0;
      if (bottom >= h)
        bottom = h - 1;
      for (int i = 0; i < w; i++) {
        float sum = 0, weights = 0;
        int count = 0, left = MAX(0, i - 1), right = i < w - 1 ? i + 1 : w - 1;
        for (int p = top; p <= bottom; p++)
          for (int q = left; q <= right; q++) {
            if (p == j && q == i)
              continue;
            sum += weight[p - j + 1][q - (i - 1)] * image[p * w + q];
            weights += weight[p - j + 1][q - i + 1];
            count++;
          }
        blurred[j * w + i] = count > 0 ? 0.5f * image[j * w + i] + 0.5f * sum / (weights + count % 2) : image[j * w + i];
      }
    }
    float *other = image;
    image = blurred;
    blurred = other;
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 29), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)w * h;
  int *now = array(cells, sizeof(int)), *next = array(cells, sizeof(int));
  float *image = array(cells, sizeof(float)), *blurred = array(cells, sizeof(float));
  fill_int(now, cells, 5, 0, 1);
  fill_float(image, cells, 6);
  fill_float(blurred, cells, 7);

  life(now, next, w, h, steps);
  blur(image, blurred, w, h, steps);

  dump("now", now, sizeof(int), cells);
  dump("next", next, sizeof(int), cells);
  dump("image", image, sizeof(float), cells);
  dump("blurred", blurred, sizeof(float), cells);
  return 0;
}
