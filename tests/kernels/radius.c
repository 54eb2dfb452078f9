// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that look as far as a parameter says: differences with coefficients on both sides, a mean over a box that ends at the
// edges, weights of a kernel whose size is the parameter's.
// RANK: 2
// DEPTHS: 2
// RUN-ARGS: 41 37 2 @
// RUN-ARGS: 5 6 0 @
// TINY-ARGS: 20 20 4 3
// REGION: @
// REGION: @
#include "dump.h"

static void difference(double *u, double *v, const double *c, int nx, int ny, int half, int steps) {
  int t, i, j, k;
  double sum;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = half; j < ny - half; j++)
      for (i = half; i < nx - half; i++) {
        sum = c[0] * u[j * nx + i];
        for (k = 1; k <= half; k++)
          sum += c[k] * (u[j * nx + i - k] + u[j * nx + i + k] + u[(j - k) * nx + i] + u[(j + k) * nx + i]);
        v[j * nx + i] = sum;
      }
    double *other = u;
    u = v;
    v = other;
  }
}

static void filter(float *image, float *out, const float *weight, int w, int h, int radius, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        float sum = 0;
        int count = 0;
        for (int dy = -radius; dy <= radius; dy++)
          for (int dx = -radius; dx <= radius; ++dx) {
            int row = y + dy, column = x + dx;
            if (row >= 0 && row < h && column >= 0 && column < w) {
              sum += weight[(dy + radius) * (2 * radius + 1) + dx + radius] * image[row * w + column];
              count++;
            }
          }
        out[y * w + x] = sum / (float)count;
      }
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        image[y * w + x] = out[y * w + x];
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 41), h = arg(argc, argv, 2, 37), radius = arg(argc, argv, 3, 2), steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)w * h, taps = (size_t)(2 * radius + 1) * (2 * radius + 1);
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double)), *c = array(radius + 1, sizeof(double));
  float *image = array(cells, sizeof(float)), *out = array(cells, sizeof(float)), *weight = array(taps, sizeof(float));
  fill_double(u, cells, 1);
  fill_double(v, cells, 2);
  fill_double(c, radius + 1, 3);
  fill_float(image, cells, 4);
  fill_float(weight, taps, 5);

  difference(u, v, c, w, h, radius, steps);
  filter(image, out, weight, w, h, radius, steps);

  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  dump("image", image, sizeof(float), cells);
  dump("out", out, sizeof(float), cells);
  return 0;
}
