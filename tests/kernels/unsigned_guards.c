// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays under unsigned loops, whose cells ask where they are before they look at a neighbour. Signed places that
// one unsigned test keeps inside, and such tests of values, which may be narrow. Unsigned locals and parameters that
// are tested before they name elements.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void by_if(double *u, double *v, size_t nx, size_t ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (size_t j = 0; j < ny; j++)
      for (size_t i = 0; i < nx; i++) {
        double sum = u[j * nx + i];
        const _Bool below = j;
        sum += i ? u[j * nx + i - 1] : 0;
        if (i < nx - 1)
          sum += u[j * nx + i + 1];
        if (below)
          sum += u[(j - 1) * nx + i];
        if (j + 1 < ny)
          sum += u[(j + 1) * nx + i];
        v[j * nx + i] = sum * 0.2;
      }
    double *other = u;
    u = v;
    v = other;
  }
}

static void by_choice(double *u, double *v, unsigned nx, unsigned ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (unsigned j = 0; j < ny; j++)
      for (unsigned i = 0; i < nx; i++) {
        unsigned k = j * nx + i;
        int inside;
        inside = (i >= 2) & (j != 0) && !((i + 2 >= nx) | (j == ny - 1));
        v[k] = inside ? 0.25 * (u[k - nx] + u[k + nx] + u[k - 2] + u[k + 2]) : u[k];
      }
    double *other = u;
    u = v;
    v = other;
  }
}

static int at(const int *u, int x, int y, int w, int h) {
  if ((unsigned)x >= (unsigned)w || (unsigned)y >= (unsigned)h)
    return 3;
  return u[y * w + x];
}

static void by_one(int *u, int *v, int w, int h, int steps) {
  const size_t rows = (size_t)h;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; (size_t)y < rows; y++)
      for (int x = 0; (unsigned)x < (unsigned)w; x++) {
        int sum = at(u, x, y - 1, w, h) - at(u, x, y + 1, w, h);
        for (int d = -1; d <= 1; d++) {
          if ((unsigned)(x + d) >= (unsigned)w)
            continue;
          sum += u[y * w + x + d];
        }
        if ((unsigned)sum < 40u)
          sum += 2;
        if ((unsigned)(unsigned char)sum < 100u)
          sum -= 5;
        if ((unsigned long)(signed char)sum >= 77)
          sum ^= 8;
        v[y * w + x] = sum % 1000;
      }
    int *other = u;
    u = v;
    v = other;
  }
}

static const int dx[] = {-1, 1, 0, 0, 2}, dy[] = {0, 0, -1, 1, -1};

static int there(const int *u, unsigned x, unsigned y, unsigned w, unsigned h) {
  if (x >= w || h <= y)
    return 7;
  return u[y * w + x];
}

static void by_locals(int *u, int *v, size_t w, size_t h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++) {
        int sum = u[y * w + x];
        for (int k = 0; k < 5; k++) {
          const size_t xx = x + dx[k], yy = y - dy[k];
          if (xx < w && !(yy > h - 1))
            sum += u[yy * w + xx];
        }
        v[y * w + x] = sum % 1000;
      }
    int *other = u;
    u = v;
    v = other;
  }
}

static void by_arguments(int *u, int *v, unsigned w, unsigned h, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (unsigned y = 0; y < h; y++)
      for (unsigned x = 0; x < w; x++) {
        int sum = there(u, x - 2, y + 1, w, h) - there(u, x + 1, y - 1, w, h);
        for (int d = -1; d <= 1; d++) {
          unsigned xx = x + d, far = y - 3;
          if (far < (long)h) // no place: as a long it isn't below zero either
            sum += 3;
          if (xx >= w)
            continue;
          sum += u[y * w + xx];
        }
        v[y * w + x] = sum % 1000;
      }
    int *other = u;
    u = v;
    v = other;
  }
}

int main(int argc, char **argv) {
  const int w = arg(argc, argv, 1, 37), h = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  double *a = array(w * h, sizeof(double)), *b = array(w * h, sizeof(double));
  fill_double(a, w * h, 1);
  fill_double(b, w * h, 2);
  by_if(a, b, w, h, steps);
  dump("a", a, sizeof(double), w * h);
  by_choice(a, b, w, h, steps);
  dump("a", a, sizeof(double), w * h);
  dump("b", b, sizeof(double), w * h);
  int *p = array(w * h, sizeof(int)), *q = array(w * h, sizeof(int));
  fill_int(p, w * h, 3, -300, 300);
  by_one(p, q, w, h, steps);
  by_locals(p, q, w, h, steps);
  dump("p", p, sizeof(int), w * h);
  by_arguments(p, q, w, h, steps);
  dump("p", p, sizeof(int), w * h);
  dump("q", q, sizeof(int), w * h);
  return 0;
}
