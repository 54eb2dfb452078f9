// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients of doubles of every size: zeros, the smallest and the largest, those between which a quotient is neither; numerators
// move along, so that each meets other denominators.
// RANK: 2
// RUN-ARGS: 160 41 @
// RUN-ARGS: 3 3 @
#include "dump.h"

static unsigned long long mixed(unsigned long long z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Finite and not 0; its exponent is anything, or near 1's, or an end of the range.
static double any(unsigned long long seed) {
  unsigned long long r = mixed(seed), fraction = r & 0xfffffffffffffu, exponent = 1 + mixed(r) % 2046, sign = r & 0x8000000000000000u;
  switch (mixed(r + 1) % 6) {
  case 0:
    exponent = 1019 + mixed(r) % 8;
    break;
  case 1:
    exponent = 1020 + mixed(r) % 6;
    fraction = (r >> 7) % 3 == 0 ? 0xfffffffffffffu - (r & 3) : r & 7;
    break;
  case 2:
    exponent = mixed(r) % 2 ? mixed(r) % 60 : 2046 - mixed(r) % 20;
    fraction |= 1;
    break;
  }
  union {
    unsigned long long bits;
    double value;
  } number = {sign | exponent << 52 | fraction};
  return number.value;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 160), ny = arg(argc, argv, 2, 41), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*f)[nx] = array(cells, sizeof(double)), (*g)[nx] = array(cells, sizeof(double)), (*b)[nx] = array(cells, sizeof(double));
  double(*q)[nx] = array(cells, sizeof(double)), (*p)[nx] = array(cells, sizeof(double));
  for (size_t k = 0; k < cells; k++) {
    double *at = &f[0][0] + k, value = any(2 * k);
    *at = k % 5 == 0 ? (k % 2 ? 0.0 : -0.0) : k % 97 == 0 ? value * 1e300 * 1e300 : value;
    (&b[0][0])[k] = any(2 * k + 1);
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        g[j][i] = f[j][i - 1];
        q[j][i] = f[j][i - 1] / b[j][i];
        p[j][i] = f[j - 1][i] / (2.0 * b[j][i + 1]);
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        f[j][i] = g[j][i];
  }

  dump("f", f, sizeof(double), cells);
  dump("q", q, sizeof(double), cells);
  dump("p", p, sizeof(double), cells);
  return 0;
}
