// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks by data: cells at the edge of an array of a known shape, which the mask keeps from looking beyond it; truths set apart
// from their declaration.
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 5 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static unsigned char fluid[29][41];
static float p[29][41], q[29][41];

static void of_objects(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < 29; j++)
      for (int i = 0; i < 41; i++)
        q[j][i] = fluid[j][i] ? 0.25f * (p[j][i - 1] + p[j][i + 1] + p[j - 1][i] + p[j + 1][i]) : p[j][i];
    for (int j = 0; j < 29; j++)
      for (int i = 0; i < 41; i++)
        p[j][i] = q[j][i];
  }
}

static void of_rows(int h, int w, int mask[h][w], float a[h][w], float b[h][w], int steps) {
#pragma stencil shape(a[h][w])
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < h; j++)
      for (int i = 0; i < w; i++) {
        float sum = a[j][i];
        if (mask[j][i] & 1)
          sum += a[j][i - 2];
        if (mask[j][i] & 2)
          sum += a[j + 1][i];
        b[j][i] = 0.25f * sum;
      }
    for (int j = 0; j < h; j++)
      for (int i = 0; i < w; i++)
        a[j][i] = b[j][i] + 0.5f * a[j][i];
  }
}

static void of_flat(int rows, int w, const int *mask, float *a, float *b, int steps) {
#pragma stencil shape(a[rows][w], mask[rows][w])
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < rows; y++)
      for (int x = 0; x < w; x++) {
        const int k = y * w + x, here = mask[k];
        float sum = a[k];
        if (here & 1)
          sum += a[k - 2];
        if (here & 2 && mask[k + w] >= 0)
          sum += a[k + w] - a[k + w - (here & 1 ? 1 : 0)];
        b[k] = 0.5f * sum;
      }
    float *other = a;
    a = b;
    b = other;
  }
}

static void by_truths(float *a, float *b, int w, int h, int steps) {
  int in, rim;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < h; j++)
      for (int i = 0; i < w; i++) {
        in = i > 0 && i < w - 1 && j > 0 && j < h - 1;
        rim = i == 0;
        if (in == 1)
          b[j * w + i] = 0.25f * (a[j * w + i - 1] + a[j * w + i + 1] + a[(j - 1) * w + i] + a[(j + 1) * w + i]);
        else if (rim != 0)
          b[j * w + i] = a[j * w + i + 1];
        else
          b[j * w + i] = a[j * w + i];
      }
    float *other = a;
    a = b;
    b = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  fill_float(&p[0][0], 29 * 41, 3);
  for (int j = 1; j < 28; j++)
    for (int i = 1; i < 40; i++)
      fluid[j][i] = (j - 14) * (j - 14) + (i - 20) * (i - 20) > 30;
  of_objects(steps);
  dump("p", p, sizeof(float), 29 * 41);

  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  int *mask = array(w * h, sizeof(int));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  for (int k = 0; k < w * h; k++)
    mask[k] = (k % w >= 2 && k % 3 > 0) + 2 * (k / w < h - 1 && k % 5 > 1);
  of_rows(h, w, (void *)mask, (void *)a, (void *)b, steps);
  dump("a", a, sizeof(float), w * h);
  of_flat(h, w, mask, a, b, steps);
  dump("a", a, sizeof(float), w * h);
  by_truths(a, b, w, h, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
