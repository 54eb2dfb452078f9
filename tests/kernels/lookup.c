// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that cells look into, by what they read or compute; each is all there for every cell. Also in a short loop,
// and behind pointers of which the file shows how long the tables are.
// REGION: @
// REGION: @
// RUN-ARGS: 29 23 @
// RUN-ARGS: 4 3 @
#include "dump.h"

enum { MATERIALS = 5 };
static float conduct[MATERIALS][3];

static void grow(int nx, int ny, int steps, float *u, const float *gain, const float *rate) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int class = (u[j * nx + i] > 0.25f) + (u[j * nx + i] > 0.5f);
        u[j * nx + i] += 0.125f * gain[class + 2] - 0.0625f * rate[class];
      }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  float *u = array(size, sizeof *u), *v = array(size, sizeof *v), factor[8];
  unsigned char *material = array(size, 1);
  fill_float(u, size, 3);
  fill_float(v, size, 4);
  fill_float(&conduct[0][0], MATERIALS * 3, 5);
  fill_float(factor, 8, 6);
  for (size_t n = 0; n < size; n++)
    material[n] = (unsigned char)(n * 7 % MATERIALS);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int warm = (u[j * nx + i] > 0.25f) + (u[j * nx + i] > 0.5f);
        float c = conduct[material[j * nx + i]][warm];
        if (material[j * nx + i + 1] != material[j * nx + i])
          c *= 0.5f + 0.125f * factor[(material[j * nx + i + 1] * 3 + warm) & 7];
        v[j * nx + i] = u[j * nx + i] + 0.2f * c * (u[(j - 1) * nx + i] + u[(j + 1) * nx + i] - 2 * u[j * nx + i - 1]);
      }
    for (int c = 0; c < 2; c++) // written out, with a computed index in each round
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1 + (j + c) % 2; i < nx - 1; i += 2) {
          int warm = (v[j * nx + i - 1] > 0.25f) + (v[j * nx + i + 1] > 0.25f) + 4 * c;
          v[j * nx + i] += 0.125f * factor[warm];
        }
    float *w = u;
    u = v;
    v = w;
  }
  float *rate = malloc(3 * sizeof *rate);
  fill_float(rate, 3, 7);
  grow(nx, ny, steps, u, factor, rate);
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  return 0;
}
