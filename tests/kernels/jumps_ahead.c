// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jumps in cells to what stands behind: `goto` to a label of the cell, `break` and `continue` in a block that runs once.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void toTheEnd(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx], const int (*mask)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float d;
        v[j][i] = u[j][i];
        if (mask[j][i])
          goto next;
        d = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) - u[j][i];
        if (d < 0) {
          d = -d;
          if (d > 0.125f)
            goto next;
        }
        v[j][i] = u[j][i] + 0.5f * d;
      next:;
      }
    float(*other)[nx] = u;
    u = v;
    v = other;
  }
}

static void toLabels(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx], const int (*mask)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float sum = 0;
        if (mask[j][i] == 1)
          goto one;
        if (mask[j][i] == 2)
          goto two;
        sum = u[j][i - 1];
      named:
        __attribute__((unused)); // nobody jumps to it
        sum *= 0.5f;
        goto two;
      one:
        sum += u[j][i + 1];
      two:
        sum += u[j - 1][i];
        v[j][i] = 0.5f * sum;
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        if (mask[j][i] == 0)
          continue;
        u[j][i] = v[j][i];
      }
  }
}

#define SMOOTH(to, j, i)                                                                                               \
  do {                                                                                                                 \
    if (mask[j][i] == 2)                                                                                               \
      break;                                                                                                           \
    to = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);                                              \
    if (to < 0)                                                                                                        \
      continue;                                                                                                        \
    to += 0.125f;                                                                                                      \
  } while (0)

static void once(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx], const int (*mask)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float d = u[j][i];
        SMOOTH(d, j, i);
        v[j][i] = 0.5f * d;
      }
    float(*other)[nx] = u;
    u = v;
    v = other;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  int(*mask)[nx] = array(cells, sizeof(int));
  fill_float(&u[0][0], cells, 1);
  fill_float(&v[0][0], cells, 2);
  fill_int(&mask[0][0], cells, 3, 0, 2);
  toTheEnd(nx, ny, steps, u, v, mask);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  toLabels(nx, ny, steps, u, v, mask);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  once(nx, ny, steps, u, v, mask);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
