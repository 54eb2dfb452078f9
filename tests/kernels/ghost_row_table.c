// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that is changed in place beside a row that follows from the one before it, with a field that has a value for each step
// and cell.
// RANK: 2
// RUN-ARGS: 6 8 @
// RUN-ARGS: 37 23 @
// STEPS: 1 5 8
// REGION: @
#include "dump.h"

static void run(int width, int height, double *w, float *q, double (*r)[height][width], int steps) {
#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int y = 3; y < height; y++)
      for (int x = 1; x < width - 1; x++)
        w[y * width + x] = 0.5f - r[step][y - 1][x + 1] + 0.6 * (0.005f * y) - w[y * width + x] * 0.2 + w[y * width + x] + q[y * width + x];
    for (int x = 0; x < width; x++)
      w[(height - 2) * width + x] = 0.9f * w[(height - 3) * width + x];
    for (int x = 1; x < width; x++)
      for (int y = height - 1; y >= 0; --y)
        q[y * width + x] = 0.25f * (q[y * width + x] + r[step][y][x - 1]);
  }
}

int main(int argc, char **argv) {
  const int width = arg(argc, argv, 1, 37), height = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const int cells = width * height;
  double *w = array(cells, sizeof(double)), *r = array(cells * (steps + 1), sizeof(double));
  float *q = array(cells, sizeof(float));
  fill_double(w, cells, 1);
  fill_double(r, cells * (steps + 1), 2);
  fill_float(q, cells, 3);
  run(width, height, w, q, (void *)r, steps);
  dump("w", w, sizeof(double), cells);
  dump("q", q, sizeof(float), cells);
  return 0;
}
