// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of neighbours: clamped ones of a flat array, wrapped ones in a struct, offsets of rows, two in one another.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

typedef struct {
  int w, h;
  long *left, *right;
  unsigned *up, *down;
} Ring;

static void neighbours(Ring *g, int w, int h) {
  int k;
  g->w = w;
  g->h = h;
  g->left = array(w, sizeof(long));
  g->right = array(w, sizeof(long));
  g->up = array(h, sizeof(unsigned));
  g->down = array(h, sizeof(unsigned));
  for (k = 0; k < w; ++k) {
    g->left[k] = k ? k - 1 : w - 1;
    g->right[k] = k + 1 == w ? 0 : k + 1;
  }
  for (k = 0; k < h; ++k) {
    g->up[k] = (k + h - 1) % h;
    g->down[k] = (k + 1) % h;
  }
}

static void clamped(int w, int h, int steps, float *u, float *v) {
  int *iN = array(h, sizeof(int)), *iS = array(h, sizeof(int)), *jW = array(w, sizeof(int)),
      *jE = array(w, sizeof(int));
  for (int i = 0; i < h; i++) {
    iN[i] = i - 1;
    iS[i] = i + 1;
  }
  for (int j = 0; j < w; j++) {
    jW[j] = j - 1;
    jE[j] = j + 1;
  }
  iN[0] = 0;
  iS[h - 1] = h - 1;
  jW[0] = 0;
  jE[w - 1] = w - 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        const float c = u[i * w + j];
        v[i * w + j] =
            c + 0.125f * (u[iN[i] * w + j] - c + u[iS[i] * w + j] - c + u[i * w + jW[j]] - c + u[i * w + jE[j]] - c);
      }
    float *swap = u;
    u = v;
    v = swap;
  }
}

static void wrapped(const Ring *g, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < g->h; y++)
      for (int x = 0; x < g->w; x++)
        v[y * g->w + x] = 0.25f * (u[y * g->w + g->left[x]] + u[y * g->w + g->right[g->right[x]]] +
                                   u[g->up[y] * g->w + x] + u[g->down[y] * g->w + x]);
    for (int y = 0; y < g->h; y++)
      for (int x = 0; x < g->w; x++)
        u[y * g->w + x] = v[y * g->w + x];
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float *u = array(w * h, sizeof(float)), *v = array(w * h, sizeof(float));
  fill_float(u, w * h, 1);
  clamped(w, h, steps, u, v);
  dump("u", u, sizeof(float), w * h);
  dump("v", v, sizeof(float), w * h);

  Ring ring;
  neighbours(&ring, w, h);
  wrapped(&ring, steps, u, v);
  dump("u", u, sizeof(float), w * h);

  int *row = array(h, sizeof(int));
  for (int y = 0; y < h; y++)
    row[y] = y * w;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int here = row[y] + x;
        v[here] = 0.5f * (u[here] + u[row[y] + ring.left[x]]);
      }
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        u[row[y] + x] = v[row[y] + x];
  }
  dump("u", u, sizeof(float), w * h);
  return 0;
}
