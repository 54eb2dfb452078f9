// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of one array, chosen by the step and handed to a function as flat memory.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

enum { kRows = 12, kColumns = 19 };
static float level[2][kRows][kColumns];

static void smooth(const float *in, float *out, int nx, int ny) {
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      out[j * nx + i] =
          0.4f * in[j * nx + i] +
          0.15f * (in[j * nx + i - 1] + in[j * nx + i + 1] + in[(j - 1) * nx + i] + in[(j + 1) * nx + i]);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  float(*u)[ny][nx] = array(2 * (size_t)(nx * ny), sizeof(float));
  fill_float(**u, 2 * (size_t)(nx * ny), 1);
  int cur = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(&u[cur][0][0], &u[1 - cur][0][0], nx, ny);
    cur = 1 - cur;
  }
  DUMP(cur);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const float *now = &u[t % 2][0][0];
    float *next = &u[(t + 1) % 2][0][0];
    smooth(now, next, nx, ny);
  }
#pragma stencil
  for (int t = 0; t < steps; t++)
    smooth((float *)u[t % 2], (float *)u[(t + 1) % 2], nx, ny);
  fill_float(**level, 2 * kRows * kColumns, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(&level[cur][0][0], &level[1 - cur][0][0], kColumns, kRows);
    cur = 1 - cur;
  }
  DUMP(level);
  dump("u", u, sizeof(float), 2 * (size_t)(nx * ny));
  return 0;
}
