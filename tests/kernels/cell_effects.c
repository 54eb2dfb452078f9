// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose values cells use and that change something as well: a generator's state, numbers that they are given,
// a neighbour's counter; also under conditions.
// READING
// RANK: 2
// RUN-ARGS: 33 21 @
// RUN-ARGS: 5 3 @
#include "dump.h"

typedef unsigned char byte;

// A step of a generator: its state is an element of an array.
static double uniform(unsigned *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return (double)(*state >> 8) / 16777216.0;
}

static float flux(float left, float right, float *speed) {
  *speed = left > right ? left : right;
  return 0.5f * (left + right) - *speed * (right - left);
}

static int counted(byte *count, int is) {
  if (is)
    *count += 1;
  return is;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 33), ny = arg(argc, argv, 2, 21), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  unsigned(*state)[nx] = array(size, sizeof(unsigned));
  float(*u)[nx] = array(size, sizeof(float)), (*v)[nx] = array(size, sizeof(float));
  byte(*seen)[nx] = array(size, 1);
  fill_float(&u[0][0], size, 11);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      state[j][i] = 2463534242u + 977u * (unsigned)(j * nx + i);
  int turned = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    turned = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float fast, slow = 0;
        float f = flux(u[j][i - 1], u[j][i + 1], &fast) + 0.25f * u[j][i];
        if (uniform(&state[j][i]) < 0.25 && uniform(&state[j][i]) < 0.5)
          f += 0.125f * flux(u[j - 1][i], u[j + 1][i], &slow);
        v[j][i] = u[j][i] > 0 || counted(&seen[j][i], f > fast) ? 0.5f * f + slow : f * 0.25f;
        if (counted(&seen[j][i], v[j][i] > 0.5f))
          turned++;
      }
    float(*w)[nx] = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof(float), size);
  dump("v", v, sizeof(float), size);
  dump("state", state, sizeof(unsigned), size);
  dump("seen", seen, 1, size);
  DUMP(turned);
  return 0;
}
