// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two substances that react and spread (Gray and Scott): spots that grow, divide and fill the plane, which is periodic.
//
//   gcc -O2 grayscott.c picture.c -lpng && ./a.out 256 256 8000
//
// writes the second substance to grayscott.png.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

struct reactor {
  int w, h;
  float *u, *v;
  float *unew, *vnew;
  float F, k; // feed, kill
};

static void react(struct reactor *r, int steps) {
  const float Du = 0.16f, Dv = 0.08f;
  const int w = r->w, h = r->h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int c = y * w + x;
        int left = y * w + (x + w - 1) % w, right = y * w + (x + 1) % w;
        int up = (y + h - 1) % h * w + x, down = (y + 1) % h * w + x;
        float u = r->u[c], v = r->v[c];
        float lu = r->u[left] + r->u[right] + r->u[up] + r->u[down] - 4.0f * u;
        float lv = r->v[left] + r->v[right] + r->v[up] + r->v[down] - 4.0f * v;
        r->unew[c] = u + Du * lu - u * v * v + r->F * (1.0f - u);
        r->vnew[c] = v + Dv * lv + u * v * v - (r->F + r->k) * v;
      }
    float *swap = r->u;
    r->u = r->unew;
    r->unew = swap;
    swap = r->v;
    r->v = r->vnew;
    r->vnew = swap;
  }
}

int main(int argc, char **argv) {
  struct reactor r = {
      .w = argc > 1 ? atoi(argv[1]) : 256, .h = argc > 2 ? atoi(argv[2]) : 256, .F = 0.035f, .k = 0.065f};
  int steps = argc > 3 ? atoi(argv[3]) : 8000;
  if (r.w < 8 || r.h < 8) {
    fprintf(stderr, "usage: grayscott [width] [height] [steps]\n");
    return 1;
  }
  size_t cells = (size_t)r.w * r.h;
  r.u = malloc(cells * sizeof(float));
  r.v = malloc(cells * sizeof(float));
  r.unew = malloc(cells * sizeof(float));
  r.vnew = malloc(cells * sizeof(float));
  for (int y = 0; y < r.h; y++)
    for (int x = 0; x < r.w; x++) {
      int spot = abs(x - r.w / 3) < 10 && abs(y - r.h / 3) < 10;
      int bar = abs(x - r.w * 3 / 4) < 3 && abs(y - r.h / 2) < r.h / 8;
      r.u[y * r.w + x] = spot || bar ? 0.5f : 1.0f;
      r.v[y * r.w + x] = spot || bar ? 0.25f : 0.0f;
    }

  react(&r, steps);

  if (write_picture("grayscott.png", r.w, r.h, r.v, 0.0f, 0.4f) != 0) {
    perror("grayscott.png");
    return 1;
  }
  double amount = 0.0;
  for (size_t n = 0; n < cells; n++)
    amount += r.v[n];
  printf("%d x %d points, %d steps; mean concentration %.9f\n", r.w, r.h, steps, amount / (double)cells);
  free(r.u);
  free(r.v);
  free(r.unew);
  free(r.vnew);
  return 0;
}
