// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghost cells whose number is in a variable: of the function's own, and a parameter that the file gives a value. Grids
// with fewer cells than ghosts run the original loops.
// READING
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 4 @
// TINY-ARGS: 1 1 @
// TINY-ARGS: 2 1 @
// REGION: @
// REGION: @
#include "dump.h"

static void flatTorus(int nx, int ny, int steps, double **out) {
  int g = 2, i, j, k, t;
  const int w = nx + 2 * g, h = ny + 2 * g;
  double *u = array((size_t)(nx + 2 * g) * (ny + 2 * g), sizeof *u);
  double *v = array((size_t)(nx + 2 * g) * (ny + 2 * g), sizeof *v);
  fill_double(u, (size_t)w * h, 1);
  fill_double(v, (size_t)w * h, 2);
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = g; j < ny + g; j++)
      for (k = 0; k < g; k++) {
        u[j * w + k] = u[j * w + nx + k];
        u[j * w + nx + g + k] = u[j * w + g + k];
      }
    for (k = 0; k < g; k++)
      for (i = 0; i < w; i++) {
        u[k * w + i] = u[(ny + k) * w + i];
        u[(ny + g + k) * w + i] = u[(g + k) * w + i];
      }
    for (j = g; j < ny + g; j++)
      for (i = g; i < nx + g; i++)
        v[j * w + i] = 0.25 * (u[j * w + i - 2] + u[j * w + i + 1] + u[(j - 1) * w + i] + u[(j + 2) * w + i]);
    double *other = u;
    u = v;
    v = other;
  }
  out[0] = u;
  out[1] = v;
}

// Walls: what is read goes the other way than what is stored.
static void mirrored(int nx, int ny, int ng, int steps, float u[ny + 2 * ng][nx + 2 * ng],
                     float v[ny + 2 * ng][nx + 2 * ng]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = ng; j < ny + ng; j++)
      for (int k = 0; k < ng; k++) {
        u[j][k] = u[j][2 * ng - 1 - k];
        u[j][nx + ng + k] = -u[j][nx + ng - 1 - k];
      }
    for (int k = 0; k < ng; k++)
      for (int i = 0; i < nx + 2 * ng; i++) {
        u[k][i] = u[2 * ng - 1 - k][i];
        u[ny + ng + k][i] = u[ny + ng - 1 - k][i];
      }
    for (int j = ng; j < ny + ng; j++)
      for (int i = ng; i < nx + ng; i++)
        v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 2] + u[j - 2][i] + u[j + 1][i]);
    for (int j = ng; j < ny + ng; j++)
      for (int i = ng; i < nx + ng; i++)
        u[j][i] = v[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)(nx + 4) * (ny + 4);
  double *torus[2];
  flatTorus(nx, ny, steps, torus);
  dump("u", torus[0], sizeof(double), cells);
  dump("v", torus[1], sizeof(double), cells);
  float *u = array(cells, sizeof(float)), *v = array(cells, sizeof(float));
  fill_float(u, cells, 5);
  fill_float(v, cells, 6);
  mirrored(nx, ny, 2, steps, (float(*)[nx + 4])u, (float(*)[nx + 4])v);
  dump("u", u, sizeof(float), cells);
  return 0;
}
