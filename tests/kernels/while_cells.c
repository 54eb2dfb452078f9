// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that step their variable in the test, downwards and upwards, also that of a `for`; `do` loops, `for`
// loops without a first part, variables of such loops that are declared together, and such loops within a cell; helpers
// that count their lengths down.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 4 5 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#include <math.h>

static void tests(int nx, int ny, int steps, double *a, double *b) {
  int t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    int y = 1, last = ny - 1;
    while (y < last) {
      int x = nx - 1;
      while (--x)
        b[y * nx + x] = 0.25 * (a[y * nx + x - 1] + a[y * nx + x + 1] + a[(y - 1) * nx + x] + a[(y + 1) * nx + x]);
      y++;
    }
    y = ny - 1;
    while (--y > 0) {
      int k = 1;
      for (; k < nx - 1; k++)
        a[y * nx + k] = b[y * nx + k] + 0.125 * t;
    }
    y = 0;
    while (++y < ny - 1) {
      int x = nx - 1;
      while (x-- > 1)
        a[y * nx + x] *= 0.5;
    }
    for (y = ny - 2; y; y--)
      for (int x = nx - 1; --x > 0;)
        b[y * nx + x] += 0.25 * a[y * nx + x - 1];
    for (int z = ny; z--;) {
      int x;
      for (x = nx; x--;)
        a[z * nx + x] -= 0.125 * b[z * nx + x];
    }
  }
  DUMP(t);
}

static void copied(double *to, const double *from, int n) {
  while (n--)
    *to++ = *from++;
}

static void scaled(double *p, size_t n, double by) {
  while (n--)
    *p++ *= by;
}

static void added(double *to, const double *from, unsigned n) {
  for (; n > 0; --n, ++to)
    *to += 0.125 * *from++;
}

static void halved(double *p, size_t n) {
  for (; n-- != 0; p++)
    *p *= 0.5;
}

static double farthest(const double *p, const double *q, size_t n) {
  double most = 0;
  while (n--) {
    double far = fabs(*p++ - *q++);
    if (far > most)
      most = far;
  }
  return most;
}

static void walks(int nx, int ny, int steps, double *a, double *b) {
  double most = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++) {
      double *to = b + y * nx + 1, *from = a + y * nx + 1;
      int n = nx - 2;
      do {
        *to = 0.5 * from[0] + 0.25 * (from[-nx] + from[nx]);
        to++, from++;
      } while (--n);
    }
    for (int y = 1; y < ny - 1; y++) {
      double *to = a + y * nx, *from = b + y * nx;
      int left = nx;
      do {
        *to++ = *from++;
      } while (--left > 0);
    }
    scaled(a, (size_t)nx * ny, 0.75);
    for (int y = 1; y < ny - 1; y++)
      copied(b + y * nx, a + y * nx, nx);
    added(b, a, nx * ny);
    halved(b, nx * ny);
    most = farthest(a, b, (size_t)nx * ny);
  }
  DUMP(most);
}

static void taps(int nx, int ny, int steps, double *a, double *b) {
  const double weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double sum = 0;
        int k = 0;
        for (; k < 9; k++)
          sum += weight[k / 3][k % 3] * a[(y + k / 3 - 1) * nx + x + k % 3 - 1];
        b[y * nx + x] = sum / 16;
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double sum = 0;
        int key = 3, shift = -1;
        while (--key >= 0) {
          sum += b[(y + shift) * nx + x];
          shift++;
        }
        int n = 3;
        do {
          sum += 0.5 * b[y * nx + x + n - 2];
        } while (--n);
        n = 3;
        while (n--)
          sum -= 0.25 * b[y * nx + x + n - 1];
        a[y * nx + x] = 0.2 * sum;
      }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  double *a = array(size, sizeof *a), *b = array(size, sizeof *b);
  fill_double(a, size, 1);
  fill_double(b, size, 2);
  tests(nx, ny, steps, a, b);
  walks(nx, ny, steps, a, b);
  taps(nx, ny, steps, a, b);
  dump("a", a, sizeof *a, size);
  dump("b", b, sizeof *b, size);
  return 0;
}
