// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays that hold several planes, one behind the other: nine directions of a lattice gas with sizes that are
// parameters, and two components with constant sizes.
// READING
// RUN-ARGS: 31 19 @
// RUN-ARGS: 5 4 @
// REGION: @
// REGION: @
#include "dump.h"

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

#define AT(k, y, x) (((k) * ny + (y)) * nx + (x))

static void gas(int nx, int ny, int steps, double *f, double *g, const unsigned char *wall, double omega) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double rho = 0, ux = 0, uy = 0;
        for (int k = 0; k < 9; k++) {
          double v = f[AT(k, y, x)];
          rho += v;
          ux += v * ex[k];
          uy += v * ey[k];
        }
        ux /= rho;
        uy /= rho;
        for (int k = 0; k < 9; k++) {
          double c = 3 * (ex[k] * ux + ey[k] * uy);
          g[AT(k, y, x)] = f[AT(k, y, x)] + omega * (weight[k] * rho * (1 + c + c * c / 2) - f[AT(k, y, x)]);
        }
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++)
        if (!wall[y * nx + x])
          for (int k = 0; k < 9; k++)
            f[AT(k, y, x)] = g[AT(k, y - ey[k], x - ex[k])];
        else
          for (int k = 0; k < 9; k++)
            f[AT(k, y, x)] = g[AT(back[k], y, x)];
  }
}

enum { W = 24, H = 16 };

static void pair(int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        int c = y * W + x;
        v[c] = u[c] + 0.1f * (u[c - 1] + u[c + 1] + u[c - W] + u[c + W] - 4 * u[c]) - 0.01f * u[W * H + c];
        v[W * H + c] = u[W * H + c] + 0.05f * (u[W * H + c - W] - u[W * H + c]) + 0.01f * u[c];
      }
    float *w = u;
    u = v;
    v = w;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  double *f = array(9 * size, sizeof *f), *g = array(9 * size, sizeof *g);
  unsigned char *wall = array(size, sizeof *wall);
  fill_double(f, 9 * size, 5);
  for (size_t i = 0; i < 9 * size; i++)
    g[i] = f[i] = weight[i / size] * (1 + 0.1 * f[i]);
  for (size_t i = 0; i < size; i++)
    wall[i] = i * i % 11 == 3;
  gas(nx, ny, steps, f, g, wall, 1.3);
  float *u = array(2 * W * H, sizeof *u), *v = array(2 * W * H, sizeof *v);
  fill_float(u, 2 * W * H, 6);
  fill_float(v, 2 * W * H, 7);
  pair(steps, u, v);
  dump("f", f, sizeof *f, 9 * size);
  dump("g", g, sizeof *g, 9 * size);
  dump("u", u, sizeof *u, 2 * W * H);
  dump("v", v, sizeof *v, 2 * W * H);
}
