// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that hand the old values of an array that is updated in place from cell to cell along a row.
// READING
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 6 5 @
// TINY-ARGS: 1 1 @
// TINY-ARGS: 3 3 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void twoValues(int nx, int ny, int steps, float (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++) {
      float before = u[j][0], last = u[j][1];
      for (int i = 2; i < nx - 2; i++) {
        float own = u[j][i];
        u[j][i] = 0.1f * before + 0.2f * last + 0.4f * own + 0.2f * u[j][i + 1] + 0.1f * u[j][i + 2];
        before = last;
        last = own;
      }
    }
}

static void window(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      float left = u[j][0], middle = u[j][1], right;
      for (int i = 1; i < nx - 1; i++) {
        right = u[j][i + 1];
        v[j][i] = 0.3f * left + 0.4f * middle + 0.2f * right + 0.1f * u[j - 1][i];
        left = middle;
        middle = right;
      }
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
  }
}

static void downwards(int nx, int ny, int steps, float (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < ny; j++) {
      float behind = u[j][nx - 1];
      for (int i = nx - 2; i >= 1; i--) {
        const float own = u[j][i];
        u[j][i] = 0.5f * own + 0.25f * (behind + u[j][i - 1]);
        behind = own;
      }
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 2);
  fill_float(&v[0][0], cells, 3);
  twoValues(nx, ny, steps, u);
  dump("u", u, sizeof(float), cells);
  window(nx, ny, steps, u, v);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  downwards(nx, ny, steps, u);
  dump("u", u, sizeof(float), cells);
  return 0;
}
