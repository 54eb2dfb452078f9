// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local scalars, if/else, ?:, fabsf, comparisons: a limited upwind advection step.
// READING
// RANK: 2
// RUN-ARGS: 26 19 @
// RUN-ARGS: 4 4 @
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*q)[nx] = array(cells, sizeof(float));
  float(*next)[nx] = array(cells, sizeof(float));
  float(*wind)[nx] = array(cells, sizeof(float));
  fill_float(&q[0][0], cells, 32);
  fill_float(&next[0][0], cells, 33);
  fill_float(&wind[0][0], cells, 34);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      for (int i = 1; i < nx - 1; i++) {
        float a = wind[j][i];
        float left = q[j][i] - q[j][i - 1], right = q[j][i + 1] - q[j][i];
        float slope;
        if (left * right <= 0.0f) {
          slope = 0.0f;
        } else if (fabsf(left) < fabsf(right)) {
          slope = left;
        } else {
          slope = right;
          if (a > 0.5f)
            slope *= 0.5f;
        }
        float flux = a > 0.0f ? a * left : a * right;
        float up = q[j + 1][i] > q[j - 1][i] && !(a < 0.0f) ? q[j + 1][i] : q[j - 1][i];
        next[j][i] = q[j][i] - 0.25f * flux + 0.05f * slope + 0.1f * (up - q[j][i]);
      }
    }
    float(*tmp)[nx] = q;
    q = next, next = tmp;
  }

  dump("q", q, sizeof(float), cells);
  dump("next", next, sizeof(float), cells);
  return 0;
}
