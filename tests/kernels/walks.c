// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and indices that walk along with the loops: by rows, cell by cell, over the walls between rows, down, from a start of
// their own in each row, through two nests, in functions.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 3 3 @
// REGION: @
#include "dump.h"

static void rows(int w, int h, const float *from, float *to) {
  const float *row = from + w;
  for (int y = 1; y < h - 1; y++) {
    for (int x = 1; x < w - 1; x++)
      to[x + w] = 0.25f * (row[x - 1] + row[x + 1] + row[x - w] + row[x + w]);
    row += w;
    to += w;
  }
}

static void cells(int w, int h, float *restrict u, float *restrict v) {
  float *p = u + w + 1, *q = v + w + 1;
  for (int y = 1; y < h - 1; ++y, p += 2, q += 2)
    for (int x = 1; x < w - 1; ++x, ++p)
      *q++ = 0.2f * (*p + p[-1] + p[1]) + 0.1f * (p[-w] + p[w]);
}

static void back(int w, int h, const float *u, float *v) {
  int k = (h - 1) * w - 1;
  for (int y = h - 2; y >= 1; y--, k--) {
    k--;
    for (int x = w - 2; x > 0; x--) {
      v[k] = v[k] * 0.5f + 0.5f * u[k];
      k -= 1;
    }
  }
}

static void anew(int w, int h, const float *u, float *v) {
  const float *p;
  for (int y = 1, start = w; y < h - 1; y++, start += w) {
    int at = start;
    p = u + y * w;
    for (int x = 0; x < w; x++) {
      v[at] = 0.125f * v[at] + *p++;
      at++;
    }
  }
}

static void old(int w, int h, const float *u, float *v) {
  int x, y, k, l;
  const float *p;
  for (y = 1, k = w; y < h - 1; y++, k += w)
    for (x = 1, p = u + k + 1, l = k + 1; x < w - 1; x++, p++, l++)
      v[l] = 0.5f * (p[-w] + p[w]) - 0.25f * v[l];
}

static void run(int w, int h, float *a, float *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    rows(w, h, a, b);
    cells(w, h, b, a);
    back(w, h, a, b);
    anew(w, h, a, b);
    old(w, h, b, a);
    float *other = a;
    a = b;
    b = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *a = array(w * h, sizeof(float)), *b = array(w * h, sizeof(float));
  fill_float(a, w * h, 1);
  fill_float(b, w * h, 2);
  run(w, h, a, b, steps);
  dump("a", a, sizeof(float), w * h);
  dump("b", b, sizeof(float), w * h);
  return 0;
}
