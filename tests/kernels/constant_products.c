// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants whose product a sum follows: compilers of devices must round between the two as the host's does.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// STEPS: 1 5
// REGION: @
#include "dump.h"
#include <math.h>

static const float taps[3] = {0.731f, 0.1f, -0.3f};

static inline float scaled(float a, float b) { return a * b - 0.74f; }

static void run(int width, int height, float (*u)[width], float (*v)[width], double (*w)[width], double (*x)[width], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < height - 1; j++)
      for (int i = 1; i < width - 1; i++) {
        const float part = 0.1f;
        float share = 0.731f;
        float sum = 0.25f * u[j][i] + (0.731f * 0.1f - 0.74f);
        sum += (part * 0.731f - 0.74f) * 0.01f;
        sum += (share * part + 0.3f) * 0.01f;
        for (int k = -1; k <= 1; k++)
          sum += 0.01f * ((k * 0.3f - 0.7f) * u[j][i + k] + taps[k + 1] * 0.7f - 0.9f);
        sum += 0.01f * scaled(0.731f, 0.1f);
        sum += 0.01f * (sqrtf(0.7f) * 0.3f - 0.1f) + (1.0f / 3.0f * 0.7f - 0.2f) * 0.01f;
        sum += 0.731f * 0.1f + v[j][i] * 0.1f;
        v[j][i] = 0.1f * sum;
        double much = 0.25 * w[j][i] + (0.731 * 0.1 - 0.74);
        much += 0.01 * (3 * 0.1 - 0.29) + 0.7 * 0.1 * w[j][i + 1];
        x[j][i] = much + 0.01 * (0.3 * (float)0.1f - 0.7f);
      }
    for (int j = 1; j < height - 1; j++)
      for (int i = 1; i < width - 1; i++) {
        u[j][i] = v[j][i];
        w[j][i] = x[j][i];
      }
  }
}

int main(int argc, char **argv) {
  const int width = arg(argc, argv, 1, 37), height = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const int cells = width * height;
  float *u = array(cells, sizeof(float)), *v = array(cells, sizeof(float));
  double *w = array(cells, sizeof(double)), *x = array(cells, sizeof(double));
  fill_float(u, cells, 1);
  fill_float(v, cells, 2);
  fill_double(w, cells, 3);
  fill_double(x, cells, 4);
  run(width, height, (void *)u, (void *)v, (void *)w, (void *)x, steps);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("w", w, sizeof(double), cells);
  dump("x", x, sizeof(double), cells);
  return 0;
}
